/**
 * `$((…))` where the text says all of it: whole numbers, variables that hold one, `+ - * / %` and parentheses
 * (POSIX.1-2024, 2.6.4). Anything else, and what does not fit a double exactly, counts as unknown.
 */

const MAX_LENGTH = 200;
const TOKENS = /\s*(?:(\d+)|\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|([-+*/%()]))/y;
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;

/**
 * @param lookUp the value of a variable, undefined when the text does not set it
 * @returns the result in decimal, undefined when it is not certain
 */
export function calculate(
  expression: string,
  lookUp: (name: string) => string | undefined,
): string | undefined {
  // `i++` and `--i` change a variable.
  if (expression.length > MAX_LENGTH || /\+\+|--/.test(expression)) return undefined;
  const tokens: string[] = [];
  const text = expression.trim();
  for (TOKENS.lastIndex = 0; TOKENS.lastIndex < text.length; ) {
    const match = TOKENS.exec(text);
    if (match === null) return undefined;
    const [, number, name, braced, operator] = match;
    const token = operator ?? number ?? lookUp(name ?? braced ?? '');
    // A leading zero would make it octal.
    if (token === undefined || (operator === undefined && !INTEGER.test(token))) return undefined;
    tokens.push(token);
  }
  const parser = new Parser(tokens);
  const result = parser.sum();
  return result !== undefined && parser.done ? String(result) : undefined;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }

  #take(...operators: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !operators.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }

  sum(): number | undefined {
    let left = this.#product();
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
      const right = this.#product();
      if (left === undefined || right === undefined) return undefined;
      left = exact(sign === '+' ? left + right : left - right);
    }
    return left;
  }

  #product(): number | undefined {
    let left = this.#factor();
    for (let sign = this.#take('*', '/', '%'); sign !== undefined; sign = this.#take('*', '/', '%')) {
      const right = this.#factor();
      if (left === undefined || right === undefined || (sign !== '*' && right === 0)) return undefined;
      left = exact(sign === '*' ? left * right : sign === '/' ? Math.trunc(left / right) : left % right);
    }
    return left;
  }

  #factor(): number | undefined {
    const sign = this.#take('+', '-');
    if (sign !== undefined) {
      const value = this.#factor();
      return value === undefined || sign === '+' ? value : exact(-value);
    }
    if (this.#take('(') !== undefined) {
      const value = this.sum();
      return this.#take(')') === undefined ? undefined : value;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || !INTEGER.test(token)) return undefined;
    this.#at += 1;
    return Number(token);
  }
}

function exact(value: number): number | undefined {
  // Adding zero makes 0 of -0.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}
