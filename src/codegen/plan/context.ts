/** The context of planning one program, and the warnings about differences from curl. */
import type { NormalRequest } from '../../request/normalize.ts';
import { NO_COOKIES } from '../../request/raw-text.ts';
import { splitVariables, type UnresolvedVariable, variableDefault } from '../../request/variables.ts';
import type { RequestWarning } from '../../schemas/request-shape.ts';
import type { Capabilities } from './capabilities.ts';
import type { Extra, PlanVariable, Template } from './plan.ts';

/**
 * Why a program differs from the curl command. The codes are stable: callers may switch on them. A program
 * without warnings is equivalent to the command: the first request has the same method, URL, header values and
 * body, and ordinary redirects are followed in the same way.
 */
export const CODEGEN_WARNINGS = {
  http_version_unsupported: 'The library cannot speak the HTTP version asked for.',
  target_changed: 'The library cannot send the path and query as they stand.',
  header_changed: 'The library cannot send a header as it stands.',
  default_header_kept: 'The library sends a header of its own that the request leaves out.',
  method_changed: 'The library cannot send the method as it stands.',
  body_changed: 'The library cannot send the body as it stands.',
  auth_unsupported: 'The library does not know the authentication scheme.',
  proxy_unsupported: 'The library cannot use the proxy asked for.',
  redirect_differs:
    'After an ordinary redirect the library sends another method, body or credentials than curl, or follows none.',
  option_unsupported: 'The library has nothing like the option.',
  cookies_differ:
    'The program sends other cookies than curl: of a file, or after a redirect those of responses, which curl keeps only with `-b` or `-c`.',
  json_as_form: 'The body is JSON, but its Content-Type is that of a form, as with `-d` alone.',
  minimal_style:
    'The minimal style leaves redirects, time limits, retries and error statuses to the library.',
} as const;

export type CodegenWarning = keyof typeof CODEGEN_WARNINGS;

/** Where a response is thrown away. */
export const NOWHERE = new Set(['/dev/null', 'NUL']);

/** The context of one plan: the request, the library's capabilities, the warnings, and the variables found so far. */
export class PlanContext {
  readonly request: NormalRequest;
  readonly library: Capabilities;
  readonly warnings: RequestWarning[] = [];
  readonly packages: string[] = [];
  /** @see {@link ProgramPlan.refusal} */
  refusal: string | undefined;
  /** @see {@link PlanTransfer.resumes} */
  readonly resumes: boolean;
  /** The file of cookies that the program reads, because the library does not. */
  readonly cookieFile: string | undefined;
  /** Whether the command follows redirects, and the program too, if only by default. */
  readonly follows: boolean;
  readonly #variables = new Map<string, PlanVariable>();

  constructor(request: NormalRequest, library: Capabilities, extras: readonly Extra[], follows: boolean) {
    this.request = request;
    this.follows = follows;
    this.library = library;
    const { method, options } = request;
    const isRead = options.cookie_file !== NO_COOKIES && !library.transfer.includes('cookie_file');
    this.cookieFile = isRead ? options.cookie_file : undefined;
    this.resumes =
      !library.isCurl &&
      method === 'GET' &&
      options.output !== undefined &&
      !NOWHERE.has(options.output) &&
      extras.some(({ name, value }) => /^(?:-C|--continue-at)$/.test(name) && value === '-');
  }

  warn(code: CodegenWarning, message: string, option?: string): void {
    if (this.warnings.some((known) => known.code === code && known.message === message)) return;
    this.warnings.push(option === undefined ? { code, message } : { code, message, option });
  }

  warnOfLibrary(code: CodegenWarning, does: string, option?: string): void {
    this.warn(code, `${this.library.name} ${does}.`, option);
  }

  /** Warns that the program omits an option, and why: what the library does. */
  leaveOut(option: string, why: string, code: CodegenWarning = 'option_unsupported'): void {
    this.warn(code, `\`${option}\` is left out: ${this.library.name} ${why}.`, option);
  }

  /** Warns that the program stops because of an option, and why: what the library does. */
  refuse(option: string, why: string, code: CodegenWarning = 'option_unsupported'): void {
    this.refusal ??= `${this.library.name} ${why} (${option}).`;
    this.warn(code, `The program stops: ${this.library.name} ${why}.`, option);
  }

  /** Warns that the program omits a header, and why: what the library does. */
  leaveOutHeader(name: string, why: string, code: CodegenWarning = 'header_changed'): void {
    this.warn(code, `The header ${name} is left out: ${this.library.name} ${why}.`, '-H');
  }

  get variables(): PlanVariable[] {
    return [...this.#variables.values()];
  }

  template(text: string): Template {
    const { variables } = this.request;
    return variables.length === 0 ? text : this.#split(text, variables);
  }

  /** Returns the text with each variable replaced by its default or a letter, for checks of what is sent. */
  blank(text: string): string {
    const { variables } = this.request;
    if (variables.length === 0) return text;
    return splitVariables(text, variables)
      .map((segment) =>
        segment.kind === 'text' ? segment.text : variableDefault(segment.written)?.text || 'x',
      )
      .join('');
  }

  #split(text: string, variables: readonly UnresolvedVariable[]): Template {
    const segments = splitVariables(text, variables);
    const [first] = segments;
    if (segments.length === 1 && first?.kind === 'text') return first.text;
    return segments.map((segment) =>
      segment.kind === 'text' ? segment.text : this.#variable(segment.name, segment.written),
    );
  }

  #variable(name: string, written: string): PlanVariable {
    const fallback = variableDefault(written);
    // A name with another default is another value. The curl command keeps each as it was written.
    const plain = fallback === undefined ? name : `${name} ${fallback.forEmpty} ${fallback.text}`;
    const key = this.library.isCurl ? written : plain;
    let variable = this.#variables.get(key);
    if (variable === undefined) {
      variable = { name, fallback, written };
      this.#variables.set(key, variable);
    }
    return variable;
  }
}
