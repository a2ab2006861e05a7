import type { CompanyId, SignIn } from "../contract";
import type { Core, SignInWish } from "../core";

/**
 * The sign-ins under way. How far each is stands with its Company; an answer of the core's is not
 * put over what an event told meanwhile.
 */
export class SignIns {
  readonly #core: Core;
  readonly #put: (company: CompanyId, signIn: SignIn | null) => void;
  readonly #told = new Map<CompanyId, number>();
  /** What was last wished for, to begin the same again. */
  readonly #wishes = new Map<CompanyId, SignInWish>();

  constructor(core: Core, put: (company: CompanyId, signIn: SignIn | null) => void) {
    this.#core = core;
    this.#put = put;
  }

  /** An event told how far one is. */
  tell(company: CompanyId, signIn: SignIn | null): void {
    this.#told.set(company, this.#count(company) + 1);
    this.#put(company, signIn);
  }

  async begin(wish: SignInWish): Promise<void> {
    this.#wishes.set(wish.company, wish);
    await this.#answered(wish.company, () => this.#core.beginSignIn(wish));
  }

  /** Begins one anew as it was begun. */
  async again({ company, conversation, method, scopes }: SignIn): Promise<void> {
    const asked = scopes.map(({ scope }) => scope);
    const askAgain = this.#wishes.get(company)?.askAgain ?? false;
    await this.begin({ company, conversation, method, scopes: asked, askAgain });
  }

  /** Ends one, or puts its outcome away. */
  async cancel(company: CompanyId): Promise<void> {
    await this.#answered(company, async () => {
      await this.#core.cancelSignIn(company);
      return null;
    });
  }

  async finish(company: CompanyId, text: string): Promise<void> {
    await this.#answered(company, () => this.#core.finishDirect(text));
  }

  #count(company: CompanyId): number {
    return this.#told.get(company) ?? 0;
  }

  /** `company`: whose sign-in it most likely is; one that was pasted may be of another. */
  async #answered(company: CompanyId, ask: () => Promise<SignIn | null>): Promise<void> {
    const before = new Map(this.#told);
    const signIn = await ask();
    const whose = signIn?.company ?? company;
    if (this.#count(whose) === (before.get(whose) ?? 0)) this.#put(whose, signIn);
  }
}
