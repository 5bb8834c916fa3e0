# Debug information of two units. A function of the first has its name in the second, which has no code: what link-time
# optimization writes. Never run.
	.text
	.globl	named_elsewhere
	.type	named_elsewhere, @function
named_elsewhere:
.Lbegin:
	.fill	16, 1, 0x90
.Lend:
	.size	named_elsewhere, .Lend - .Lbegin

	.section	.debug_abbrev, "", @progbits
.Labbreviations:
	.uleb128	1, 0x11		# DW_TAG_compile_unit
	.byte	1			# with children
	.uleb128	0x11, 0x01	# DW_AT_low_pc, DW_FORM_addr
	.uleb128	0x12, 0x07	# DW_AT_high_pc, DW_FORM_data8
	.uleb128	0, 0
	.uleb128	2, 0x2e		# DW_TAG_subprogram
	.byte	0
	.uleb128	0x31, 0x10	# DW_AT_abstract_origin, DW_FORM_ref_addr
	.uleb128	0x11, 0x01
	.uleb128	0x12, 0x07
	.uleb128	0, 0
	.byte	0
.Lother_abbreviations:
	.uleb128	1, 0x11
	.byte	1
	.uleb128	0x03, 0x08	# DW_AT_name, DW_FORM_string
	.uleb128	0, 0
	.uleb128	2, 0x2e
	.byte	0
	.uleb128	0x03, 0x08
	.uleb128	0, 0
	.byte	0

	.section	.debug_info, "", @progbits
.Lunit:
	.long	.Lunit_end - .Lunit_version
.Lunit_version:
	.value	4
	.long	.Labbreviations
	.byte	8			# bytes of an address
	.uleb128	1
	.quad	.Lbegin
	.quad	.Lend - .Lbegin
	.uleb128	2
	.long	.Lname
	.quad	.Lbegin
	.quad	.Lend - .Lbegin
	.byte	0
.Lunit_end:
.Lother_unit:
	.long	.Lother_end - .Lother_version
.Lother_version:
	.value	4
	.long	.Lother_abbreviations
	.byte	8
	.uleb128	1
	.fill	4000, 1, 0x61		# a name that is worth packing
	.byte	0
.Lname:
	.uleb128	2
	.asciz	"name_of_the_other_unit"
	.byte	0
.Lother_end:

	.section	.debug_aranges, "", @progbits
	.long	.Lranges_end - .Lranges_version
.Lranges_version:
	.value	2
	.long	.Lunit
	.byte	8
	.byte	0			# bytes of a segment
	.fill	4, 1, 0
	.quad	.Lbegin
	.quad	.Lend - .Lbegin
	.quad	0, 0
.Lranges_end:

	.section	.note.GNU-stack, "", @progbits
