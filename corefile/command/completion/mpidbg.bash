# Completion of mpidbg for bash.

_mpidbg()
{
    local current previous words noun='' i
    current=${COMP_WORDS[COMP_CWORD]}
    previous=${COMP_WORDS[COMP_CWORD-1]}
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${COMP_WORDS[i]} in
            jobs|why|summarize|ranks|stacks|queues|comms|groups|requests|datatypes|windows|files|infos|ops|errhandlers|messages|sessions|handles|show|cvars|pvars|categories|events|sources|diff|watch|capture|mpit|pmpi|profile|plugin|record) noun=${COMP_WORDS[i]}; break ;;
        esac
    done

    local target='--exe --sysroot --debug-dir'
    local output='-o --output -q --quiet -v --verbose -h --help -V --version'
    local report="--rank $target --plugin --plugin-safe-path --profile --json --color $output"

    local nodes='--launcher --nodes --timeout --remote'

    case $previous in
        --launcher) COMPREPLY=($(compgen -W 'auto slurm mpirun: hydra: ssh: clush:' -- "$current")); compopt -o nospace 2>/dev/null; return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
        --plugin) COMPREPLY=($(compgen -W 'vendor' -- "$current") $(compgen -f -- "$current")); return ;;
        --sysroot|--debug-dir|--plugin-safe-path)
            compopt -o dirnames 2>/dev/null
            COMPREPLY=($(compgen -d -- "$current")); return ;;
        --exe|--profile|--html|--remote|--recorder|--mpicc|-o|--output)
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen -f -- "$current")); return ;;
        --mpi) COMPREPLY=($(compgen -W 'openmpi mpich mpi-abi' -- "$current")); return ;;
        --jobs|--nodes|--timeout|--memory|--interval|--still|--after|--rank|--comm|--tag|--name|--library|--library-version) COMPREPLY=(); return ;;
    esac

    case $noun in
        ''|help) words='jobs why summarize ranks stacks queues comms groups requests datatypes windows files infos ops errhandlers messages sessions handles show cvars pvars categories events sources diff watch capture mpit pmpi profile plugin record help version -h --help -V --version' ;;
        jobs) words="--pids --json $output" ;;
        diff) words="--after --each $report" ;;
        watch) words="--interval --still --at-most --jobs --rank $nodes $target --plugin --plugin-safe-path --profile --json --color -o --output -q --quiet -h --help -V --version" ;;
        why) words="--dot --html --jobs --each $nodes $report" ;;
        summarize) words="--jobs --rank $target --plugin --plugin-safe-path --profile $output" ;;
        ranks) words="--each $nodes $report" ;;
        stacks) words="--all --dot $nodes $report" ;;
        queues) words="--comm --tag --all --each $nodes $report" ;;
        requests|messages) words="--comm --tag --all --each --freed $report" ;;
        comms) words="--comm --all --each --freed $nodes $report" ;;
        groups|windows|files|handles) words="--comm --all --each --freed $report" ;;
        datatypes|infos|ops|errhandlers|sessions) words="--all --each --freed $report" ;;
        profile)
            case ${COMP_WORDS[i+1]} in
                extract) words="--library --library-version --like $target $output" ;;
                check)
                    words="$target $output"
                    [[ $current != -* ]] && words+=" $(mpidbg profile list -q 2>/dev/null | awk 'NR > 1 { print $1 }')" ;;
                list) words=$output ;;
                *) words='extract check list' ;;
            esac
            ((i + 1 == COMP_CWORD)) && words='extract check list' ;;
        plugin)
            words="$target --process --json $output"
            ((i + 1 == COMP_CWORD)) && words='check' ;;
        capture) words="--all-ranks --with-data --redact --describe --core-pattern $target --plugin --plugin-safe-path -o --output -q --quiet -h --help -V --version" ;;
        pmpi) words="$target --json $output" ;;
        show)
            words=$report
            ((i + 1 == COMP_CWORD)) && words='comm group request status errhandler datatype file info op window message session' ;;
        cvars) words="--name --changed --history $report" ;;
        pvars) words="--name --history --all $report" ;;
        events) words="--name --all $report" ;;
        categories|sources) words="--name $report" ;;
        mpit) words='--mpi --exe --sysroot -q --quiet -h --help -V --version' ;;
        record) words='--mpi --recorder --memory --interval --file --keep-freed --build --mpicc -o --output -q --quiet -h --help -V --version' ;;
        *) words=$report ;;
    esac

    COMPREPLY=($(compgen -W "$words" -- "$current"))
    [[ $current == -* || $noun == jobs ]] && return
    # A word that a TARGET cannot stand for: the verb of profile and plugin, the kind of show.
    [[ $noun == profile || $noun == plugin || $noun == show ]] && ((i + 1 == COMP_CWORD)) && return
    compopt -o filenames 2>/dev/null
    [[ -n $noun ]] && COMPREPLY+=($(compgen -f -- "$current"))
    [[ $noun != profile && $noun != record ]] && COMPREPLY+=($(compgen -W "$(mpidbg jobs --pids 2>/dev/null)" -- "$current"))
}
complete -F _mpidbg mpidbg
