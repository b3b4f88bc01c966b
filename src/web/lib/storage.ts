/**
 * The storage of the browser, and memory where it is denied: browsers give frames on other sites none, and reading the
 * property throws then. What is in memory lasts as long as the page.
 */
class Store {
  readonly #memory = new Map<string, string>();
  readonly #storage: () => Storage;

  constructor(storage: () => Storage) {
    this.#storage = storage;
  }

  #try<T>(use: (storage: Storage) => T): T | undefined {
    try {
      return use(this.#storage());
    } catch {
      return undefined; // denied, or full
    }
  }

  get(key: string): string | null {
    return this.#memory.get(key) ?? this.#try((storage) => storage.getItem(key)) ?? null;
  }

  set(key: string, value: string): void {
    this.remove(key);
    this.#try((storage) => storage.setItem(key, value));
    if (this.get(key) !== value) this.#memory.set(key, value);
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#try((storage) => storage.removeItem(key));
  }

  /** Removes all whose keys begin with a text. */
  clear(prefix = ''): void {
    const stored = this.#try((storage) => Object.keys(storage)) ?? [];
    for (const key of [...stored, ...this.#memory.keys()]) if (key.startsWith(prefix)) this.remove(key);
  }
}

/** Of this browser, for all its tabs. */
export const forBrowser = new Store(() => localStorage);
/** Of this tab. */
export const forTab = new Store(() => sessionStorage);
