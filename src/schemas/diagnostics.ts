/**
 * The parser's warning and error codes. Codes are stable: clients may switch over them, so a code is never renamed and
 * never changes its meaning. `docs/parsing.md` has the same tables.
 */
export const WARNING_CODES = {
  option_ignored:
    'The option would change the transfer, but the request shape cannot say it; it is left out.',
  output_option: 'The option changes only what curl prints or saves; the request is the same.',
  option_no_effect: 'The option has no effect on an HTTP request.',
  option_deprecated: 'curl accepts the option but it has no function any more.',
  unused_value: 'curl reads this argument and does not use it.',
  variable:
    'A shell variable that is not set in the text; its value is needed before the request can be sent.',
  command_substitution: 'The output of a command is not known; its value is needed before sending.',
  placeholder:
    'A {{placeholder}}: its value is needed before the request can be sent. curl sends it as it is.',
  variable_ambiguous:
    'A literal text looks like the variable; what is a variable and what is text is not certain.',
  variable_encoded: 'curl would encode or transform the value of this variable; give the encoded value.',
  variable_arguments: 'A variable may hold further arguments, which are unknown.',
  header_ignored: 'curl sends no header for this: it has no name and colon.',
  header_not_sent:
    'The header line cannot be sent: it has a line end or no valid name; curl would send it as it is. It is left out.',
  control_character: 'curl sends a control character in a header as it is; the service refuses to.',
  hop_by_hop_header: 'A header of the connection itself, which the sender decides; it is left out.',
  content_length: 'The Content-Length given differs from the length of the body; it is left out.',
  header_file: 'Headers are read from a local file, which is not known.',
  cookie_file: 'Cookies are read from a local file, which is not known.',
  config_file:
    'Options are read from a local file, in which anything may stand: see `options.config_file`. It is not executed.',
  url_file: 'URLs are read from a local file, which is not known.',
  local_file: 'A local file decides something about the request; its content is not known.',
  data_file: 'Data of a file is joined with other data; the file stands as a variable that needs a value.',
  password_prompt: 'curl would ask for the password; an empty one is used.',
  credentials_in_variable: 'The variable may hold `user:password`; it is taken as the user name alone.',
  auth_not_sent:
    'The credentials are not sent: a header of your own replaces them, or curl sends none at first with several schemes.',
  user_after_redirect:
    'The user in the URL is not sent after every redirect by curl; here it is, as one of -u would be.',
  not_executable: 'Programs do what this option says; tests/execute refuses the request because of it.',
  glob_braces:
    'curl globbing takes the braces of `{id}` away and sends what stands in them; `{{id}}` is a placeholder.',
  many_requests: 'The command makes several requests; this is the first.',
  many_commands: 'The text holds several curl commands; this is the first.',
  condition_unknown: 'What a variable is set to depends on a condition; the first assignment is taken.',
  shell_text: 'Shell text around the curl command is not part of the request.',
  header_spelling: 'The header is sent with the same meaning, but with other upper and lower case letters.',
  form_trailing_text: 'curl does not use all of the value: it ends at a `;`; quote it to keep all of it.',
  form_nested:
    'The parts of a nested multipart are not nested as curl nests them; each is a part of the form itself.',
  form_part: 'Something about this part cannot be said or is not used by curl.',
  form_content_type:
    'Without a Content-Type of the form curl labels the parts differently than the request shape can say.',
  invalid_utf8: 'Bytes that are not UTF-8 cannot stand here; they are replaced.',
  date_ignored:
    'The date is not read: curl reads more forms, or looks for a file of that name. No condition is sent.',
  range_changed:
    'The range is no range of bytes: curl makes `5-` of a lone 5; what a server makes of others is uncertain.',
  resume_unknown: 'Where to resume depends on a local file; no Range is sent.',
  upload_resume: 'A resumed upload sends a part of the body, which cannot be said; all of it is sent.',
  backslash_in_path: 'curl sends a backslash in the path as it is; the service refuses to.',
  method_not_sendable: 'The method is no HTTP token (RFC 9110); the service refuses to send it.',
  host_not_sendable: 'The Host is no host name or address; curl sends it as it is, the service refuses to.',
  method_refused: 'The service refuses to send this method: a tunnel, or one that reflects credentials.',
  protocol_upgrade: 'The HTTP version asked for is negotiated by the sender and may differ.',
  program_spelling: 'The name of the program is read as curl; a shell would look for another program.',
  typographic_quotes: 'Typographic quotes are read as plain quotes; a shell would not.',
  typographic_dash: 'A typographic dash is read as hyphens; a shell would not.',
  odd_space: 'A special space is read as a plain space; a shell would not.',
  space_after_backslash:
    'White space stands between what continues the line and its end: a shell would end the command here; it is read on.',
  line_not_continued:
    'The next line begins with an option, but nothing joins it to the command; it is left out.',
  angle_placeholder:
    'A placeholder like <id> outside quotes is a redirection for a shell, and names a file for curl; put its value in.',
  trailing_backslash: 'A backslash at the very end of the text is left out.',
  crlf_line_endings: 'Windows line ends are read as plain line ends, also within quotes.',
  html_escaped: 'The text has HTML character references (&quot;, &amp;), which a shell would not undo.',
  cmd_quotes: 'cmd.exe does not know single quotes: they are part of the text, as curl gets them.',
  cmd_line_end: 'A line end within quotes is read as part of the text; cmd.exe would end the command there.',
  powershell_quotes: 'How double quotes in an argument reach curl depends on the version of PowerShell.',
  dialect_guessed: 'The text is read as this shell would read it; another shell would read it differently.',
  too_many_warnings: 'There are more warnings than are listed.',
} as const;

export type WarningCode = keyof typeof WARNING_CODES;

/** Why a text is refused, each with the place in it (`offset`, and `start` and `end`). */
export const PARSE_ERROR_CODES = {
  no_curl: 'There is no curl command in the text.',
  not_curl: "The text is for another program: Windows PowerShell's own command that is called curl there.",
  lone_surrogate: 'The text has a lone surrogate, which has no UTF-8.',
  unterminated_quote: 'A quote is never closed.',
  unterminated_expansion: 'A substitution or expression is never closed.',
  shell_syntax: 'A shell would refuse the text.',
  too_many_words: 'The text, or a brace expansion in it, has more words than are worked out.',
  argument_list_too_long: 'With its variables filled in, the command is longer than a shell takes.',
  too_many_variables: 'The text has too many variables without a value.',
  unknown_option: 'curl has no such option.',
  missing_value: 'The option needs a value.',
  blank_value: 'The option needs a value that is not empty.',
  invalid_value: 'curl refuses this value of the option.',
  invalid_number: 'The value of the option is no number, or not one that curl takes.',
  not_reversible: 'The option cannot be turned off with --no-.',
  unused_value: 'A config file gives a value to an option that takes none.',
  not_a_request: 'The option makes curl do something else than a request.',
  conflicting_options: 'Options exclude each other.',
  conflicting_methods: 'Only one of -d, -F, -I and -T can decide the method.',
  variable_syntax: 'A --variable is written in a way that curl refuses.',
  variable_expansion: 'An --expand- option cannot be expanded.',
  file_name_missing: 'A file name is missing after @ or <.',
  no_url: 'There is no URL.',
  no_url_before_next: 'There is no URL before --next.',
  url_file: 'The URLs are read from a local file, which is not known.',
  invalid_url: 'curl refuses the URL.',
  bad_glob: 'The URL has a pattern of braces or brackets that curl refuses.',
  unsupported_scheme: 'The URL is not one of http or https.',
  protocol_disabled: '--proto does not allow the protocol of the URL.',
  user_in_url: 'The URL has a user, which --disallow-username-in-url refuses.',
  form_without_name: 'A form part is not written name=content.',
  form_nesting: 'A nested multipart is closed that was not opened.',
  form_encoder: 'curl knows no such encoder, or the content is not for it.',
  form_line_end: '--form-escape cannot escape a line end.',
  chunked_http10: 'HTTP/1.0 has no chunks.',
  too_many: 'The command has more headers or form parts than the request shape has room for.',
} as const;

export type ParseErrorCode = keyof typeof PARSE_ERROR_CODES;
