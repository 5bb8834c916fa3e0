# Completion of mpidbg for bash.

_mpidbg()
{
    local current previous words noun='' i
    current=${COMP_WORDS[COMP_CWORD]}
    previous=${COMP_WORDS[COMP_CWORD-1]}
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${COMP_WORDS[i]} in
            queues|comms|groups|requests|datatypes|windows|files|infos|ops|errhandlers|messages|handles|show|ranks|cvars|pvars|categories|events|sources|profile|plugin|pmpi|record|mpit) noun=${COMP_WORDS[i]}; break ;;
        esac
    done

    local target='--exe --sysroot --debug-dir'
    local output='-o --output -q --quiet -v --verbose -h --help --version'
    local report="$target --plugin --plugin-safe-path --profile --json --rank --comm --tag --all --freed --color $output"

    case $previous in
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
        --plugin) COMPREPLY=($(compgen -W 'vendor' -- "$current") $(compgen -f -- "$current")); return ;;
        --sysroot|--debug-dir|--plugin-safe-path)
            compopt -o dirnames 2>/dev/null
            COMPREPLY=($(compgen -d -- "$current")); return ;;
        --exe|--profile|-o|--output)
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen -f -- "$current")); return ;;
        --mpi) COMPREPLY=($(compgen -W 'openmpi mpich' -- "$current")); return ;;
        --memory|--rank|--comm|--tag|--name|--library|--library-version) COMPREPLY=(); return ;;
    esac

    case $noun in
        '') words='queues comms groups requests datatypes windows files infos ops errhandlers messages handles show ranks cvars pvars categories events sources profile plugin pmpi record mpit -h --help --version' ;;
        profile)
            case ${COMP_WORDS[i+1]} in
                extract) words="--library --library-version $target $output" ;;
                check)
                    words="$target $output"
                    [[ $current != -* ]] && words+=" $(mpidbg profile list -q 2>/dev/null | awk 'NR > 1 { print $1 }')" ;;
                list) words=$output ;;
                *) words='extract check list' ;;
            esac
            ((i + 1 == COMP_CWORD)) && words='extract check list' ;;
        plugin)
            words="$target $output"
            ((i + 1 == COMP_CWORD)) && words='check' ;;
        pmpi) words="$target --json $output" ;;
        show)
            words=$report
            ((i + 1 == COMP_CWORD)) && words='comm group request status errhandler datatype file info op window message' ;;
        cvars|pvars) words="--name --history $report" ;;
        categories|events|sources) words="--name $report" ;;
        mpit) words='--mpi --exe --sysroot -q --quiet -h --help' ;;
        record) words='--mpi --memory --interval --file --keep-freed -q --quiet -h --help' ;;
        *) words=$report ;;
    esac

    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ -n $noun && $current != -* ]] && ! { [[ $noun == profile || $noun == plugin || $noun == show ]] && ((i + 1 == COMP_CWORD)); }; then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$current"))
        [[ $noun != profile ]] && COMPREPLY+=($(compgen -W "$(pgrep -x 'mpirun|mpiexec' 2>/dev/null)" -- "$current"))
    fi
}
complete -F _mpidbg mpidbg
