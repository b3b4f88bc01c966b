/**
 * The parser's warning and error codes. Codes are stable: clients may switch over them, so a code is never renamed and
 * never changes its meaning. `docs/parsing.md` has the same tables.
 */
export const WARNING_CODES = {
  option_ignored: 'The request shape cannot express this option; it is left out.',
  output_option: 'The option changes only what curl prints or saves; the request is the same.',
  option_no_effect: 'The option has no effect on an HTTP request.',
  option_deprecated: 'curl accepts the option but ignores it: it is deprecated.',
  unused_value: 'curl does not use this argument.',
  variable: 'A shell variable that the text does not set. Give its value before you send the request.',
  command_substitution: 'The output of a command is not known. Give its value before you send the request.',
  placeholder:
    'A {{placeholder}}. Give its value before you send the request; curl sends the braces as they are.',
  variable_ambiguous:
    'Plain text in the command looks like this variable. Check which of the two each place means.',
  variable_encoded: 'curl would encode the value of this variable. Give the encoded value.',
  variable_arguments: 'The variable may hold further arguments, which are not known.',
  header_ignored: 'curl sends no header for this. Write it as `Name: value`.',
  header_not_sent:
    'The header has a line break or an invalid name; it is left out. curl would send it as it is.',
  control_character: 'curl sends the control character in this header; executing the request is refused.',
  header_spelling: 'The value of the header is sent in lower case, which means the same.',
  hop_by_hop_header: 'The header belongs to the connection, so the sender sets it; it is left out.',
  content_length: 'The Content-Length differs from the length of the body; it is left out.',
  header_file: 'The headers are in a local file, which the parser cannot read. Write them as -H options.',
  cookie_file: 'The cookies are in a local file, which the parser cannot read. Write them as `name=value`.',
  config_file:
    'The options in this local file are not known. `options.config_file` names it; executing the request is refused.',
  url_file: 'The URLs are in a local file, which the parser cannot read. Write them in the command.',
  local_file: 'The request depends on a local file, which the parser cannot read.',
  data_file: 'The content of the file is combined with other data. It becomes a variable that needs a value.',
  password_prompt: 'curl would ask for the password; an empty one is used. Write `user:password`.',
  credentials_in_variable:
    'The variable is used as the user name alone. If it holds `user:password`, write two variables.',
  auth_not_sent:
    "The credentials are not sent: a header replaces them, or curl waits for the server's challenge because several schemes are allowed.",
  user_after_redirect:
    'After some redirects curl does not send the user of the URL. This request does, as with -u.',
  not_executable: 'Generated programs apply this option; executing the request is refused.',
  glob_braces: 'curl reads `{id}` as a pattern and sends `id`. Write `{{id}}` for a placeholder.',
  many_requests: 'The command makes several requests; the parser returns the first.',
  many_commands: 'The text has several curl commands; one of them is returned.',
  read_as:
    'No shell can read the text as it stands. It is read in another way, which the message names with what was removed.',
  looks_like_placeholder:
    'The text looks as if it was to be replaced. It is sent as it is written unless you replace it.',
  condition_unknown:
    'The value of the variable depends on a condition, a loop, a function or a program. Give its value.',
  brace_expansion:
    'A shell expands these braces to several words; here they stand as written. Quote them or write the words.',
  here_document_open:
    'The here-document is never closed, so it goes on to the end of the text. Put its delimiter on a line of its own.',
  shell_text: 'Shell text around the curl command is not part of the request.',
  form_trailing_text:
    'curl ends the value at the `;`. To keep all of it, put the value in double quotes within the option.',
  form_part: 'curl does not use a piece of this form part, or the request shape cannot express it.',
  form_content_type:
    'Without a Content-Type of the form, curl labels its parts in a way that the request shape cannot express.',
  invalid_utf8: 'These bytes are not UTF-8; each is replaced with U+FFFD.',
  date_ignored:
    'The parser cannot read this date, or it is the name of a local file. No condition is sent. Write a date.',
  range_changed:
    'This is not a byte range. curl changes a lone `5` to `5-`; servers may ignore other values.',
  resume_unknown:
    'Where to resume depends on a local file; no Range is sent. Write the offset, such as -C 500.',
  upload_resume: 'curl sends only the rest of a resumed upload; here all of the body is sent.',
  backslash_in_path: 'curl sends the backslash in the path; executing the request is refused. Write %5C.',
  method_not_sendable: 'The method is not an HTTP token (RFC 9110); executing the request is refused.',
  host_not_sendable: 'The Host header is not a host name or address; executing the request is refused.',
  method_refused:
    'Executing this method is refused: CONNECT opens a tunnel, TRACE and TRACK reflect credentials.',
  protocol_upgrade: 'The HTTP version is negotiated and may differ from the one asked for.',
  program_spelling: 'The program is read as curl; a shell would look for a program of another name.',
  typographic_quotes: 'Typographic quotes are read as plain quotes; a shell does not know them as quotes.',
  typographic_dash: 'A typographic dash is read as hyphens; a shell does not know it as an option.',
  odd_space: 'A special space is read as a plain space; a shell would make it part of the word.',
  space_after_backslash:
    'White space follows the line continuation. A shell would end the command here; the parser reads on.',
  line_not_continued:
    'The next line begins with an option, but this line does not continue: what follows is not sent. Add the line continuation.',
  angle_placeholder: 'curl reads <id> as the name of a file. Replace it with its value.',
  trailing_backslash: 'The backslash at the end of the text is left out.',
  crlf_line_endings: 'A Windows line end (CRLF) within quotes is sent as it is.',
  html_escaped: 'The text has HTML character references (&quot;, &amp;), which a shell does not decode.',
  cmd_quotes: 'cmd.exe does not know single quotes: they are sent as part of the text. Use double quotes.',
  cmd_line_end: 'A line end within quotes is read as part of the text; cmd.exe would end the command there.',
  powershell_quotes: 'Which double quotes of an argument reach curl depends on the version of PowerShell.',
  dialect_guessed: 'The text is read as one shell reads it; another would read it differently.',
  too_many_warnings: 'There are more warnings than the parser lists.',
} as const;

export type WarningCode = keyof typeof WARNING_CODES;

/** Reasons why a text is refused, each with its position (`offset`, and `start` and `end`). */
export const PARSE_ERROR_CODES = {
  no_curl:
    'There is no curl command in the text. Begin it with `curl`, as in `curl https://api.example.com`.',
  not_curl:
    "The text is for PowerShell's Invoke-WebRequest, which Windows PowerShell also calls curl. Copy the cURL command instead.",
  lone_surrogate: 'The text has a lone surrogate, which UTF-8 cannot encode. Remove it.',
  unterminated_quote: 'A quote is never closed. Add the quote that ends it.',
  unterminated_expansion:
    'A substitution such as `$(…)` or `${…}` is never closed. Add the bracket that ends it.',
  shell_syntax: 'A shell would refuse the text.',
  too_many_words: 'The text has too many words.',
  argument_list_too_long: 'With the values of its variables, the command is longer than a shell accepts.',
  too_many_variables: 'The text has too many variables without a value.',
  unknown_option: 'curl has no such option.',
  missing_value: 'The option needs a value.',
  blank_value: 'The option needs a value that is not empty.',
  invalid_value: 'curl refuses this value of the option.',
  invalid_number: 'curl does not accept this number.',
  not_reversible: 'The option has no --no- form.',
  unused_value: 'A config file gives a value to an option that takes none.',
  not_a_request: 'The option makes curl do something other than a request.',
  conflicting_options: 'These options exclude each other.',
  conflicting_methods: 'The options contradict each other: each of -d, -F, -I and -T decides the method.',
  variable_expansion:
    'Options that begin with --expand- are not read. Write the value into the option itself.',
  file_name_missing: 'The file name after `@` or `<` is missing.',
  no_url: 'The command has no URL.',
  no_url_before_next: 'There is no URL before --next.',
  url_file: 'The URLs are in a local file, which the parser cannot read.',
  invalid_url: 'curl refuses the URL.',
  bad_glob: 'curl refuses the pattern of braces or brackets in the URL.',
  unsupported_scheme: 'Only http and https URLs are supported.',
  protocol_disabled: '--proto does not allow the protocol of the URL.',
  user_in_url: 'The URL has a user, which --disallow-username-in-url forbids.',
  form_without_name: 'The form part has no name. Write `name=content`.',
  form_nesting:
    'curl opens and closes nested multiparts with `=(` and `=)`; they are not read. Write `name="(…"` for a text.',
  form_encoder: 'curl does not know this encoder, or it cannot encode the content.',
  form_line_end: '--form-escape cannot escape a line end.',
  chunked_http10: 'HTTP/1.0 has no chunked bodies.',
  too_many: 'The command has more headers or form parts than the request shape allows.',
} as const;

export type ParseErrorCode = keyof typeof PARSE_ERROR_CODES;
