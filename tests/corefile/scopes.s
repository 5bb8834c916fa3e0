# Functions in every kind of scope that has functions, which no compiler writes all at once. Never run.
	.text
	.macro	code name
	.globl	\name
	.type	\name, @function
\name:
	.fill	16, 1, 0x90
	.size	\name, . - \name
	.endm
.Lbegin:
	code	in_namespace
	code	in_module
	code	in_class
	code	in_structure
	code	in_function
	code	of_unit
	code	in_block
	code	in_try
	code	in_catch
.Lend:

	.section	.debug_abbrev, "", @progbits
.Labbreviations:
	.uleb128	1, 0x11		# DW_TAG_compile_unit
	.byte	1			# with children
	.uleb128	0x11, 0x01	# DW_AT_low_pc, DW_FORM_addr
	.uleb128	0x12, 0x07	# DW_AT_high_pc, DW_FORM_data8
	.uleb128	0, 0
	.macro	abbreviation number, tag, children
	.uleb128	\number, \tag
	.byte	\children
	.uleb128	0x03, 0x08	# DW_AT_name, DW_FORM_string
	.uleb128	0x11, 0x01
	.uleb128	0x12, 0x07
	.uleb128	0, 0
	.endm
	.macro	parent_abbreviation number, tag
	.uleb128	\number, \tag
	.byte	1
	.uleb128	0x03, 0x08
	.uleb128	0, 0
	.endm
	abbreviation 2, 0x2e, 0		# DW_TAG_subprogram
	abbreviation 3, 0x2e, 1
	abbreviation 4, 0x1d, 0		# DW_TAG_inlined_subroutine
	abbreviation 5, 0x0b, 1		# DW_TAG_lexical_block
	abbreviation 6, 0x32, 1		# DW_TAG_try_block
	abbreviation 7, 0x25, 1		# DW_TAG_catch_block
	parent_abbreviation 8, 0x39	# DW_TAG_namespace
	parent_abbreviation 9, 0x1e	# DW_TAG_module
	parent_abbreviation 10, 0x02	# DW_TAG_class_type
	parent_abbreviation 11, 0x13	# DW_TAG_structure_type
	.byte	0

	.section	.debug_info, "", @progbits
	.macro	entry abbreviation, name, first, bytes
	.uleb128	\abbreviation
	.asciz	"\name"
	.quad	\first
	.quad	\bytes
	.endm
	.macro	function_in abbreviation, name
	.uleb128	\abbreviation
	.asciz	"scope"
	entry	2, \name, \name, 16
	.byte	0
	.endm
	# What is inlined in a block of of_unit.
	.macro	inlined_in abbreviation, name
	entry	\abbreviation, "", \name, 16
	entry	4, \name, \name, 16
	.byte	0
	.endm
.Lunit:
	.long	.Lunit_end - .Lunit_version
.Lunit_version:
	.value	4
	.long	.Labbreviations
	.byte	8			# bytes of an address
	.uleb128	1
	.quad	.Lbegin
	.quad	.Lend - .Lbegin
	function_in 8, in_namespace
	function_in 9, in_module
	function_in 10, in_class
	function_in 11, in_structure
	entry	3, outer, .Lend, 16	# a procedure with another one in it, whose code is elsewhere
	entry	2, in_function, in_function, 16
	.byte	0
	entry	3, of_unit, of_unit, 64
	inlined_in 5, in_block
	inlined_in 6, in_try
	inlined_in 7, in_catch
	.byte	0
	.byte	0
.Lunit_end:

	.section	.note.GNU-stack, "", @progbits
