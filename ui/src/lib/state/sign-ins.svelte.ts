import { SvelteMap } from "svelte/reactivity";

import type { CompanyId, ConversationKey, EntryId, SignIn } from "../contract";
import type { Core, SignInWish } from "../core";

/** Whether a sign-in still goes on. */
export const isUnderWay = ({ state }: SignIn): boolean =>
  !["approved", "denied", "expired", "failed"].includes(state.state);

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
  /** Where each was begun. */
  readonly #cards = new SvelteMap<CompanyId, EntryId | null>();

  constructor(core: Core, put: (company: CompanyId, signIn: SignIn | null) => void) {
    this.#core = core;
    this.#put = put;
  }

  /** An event told how far one is. */
  tell(company: CompanyId, signIn: SignIn | null): void {
    this.#told.set(company, this.#count(company) + 1);
    this.#put(company, signIn);
  }

  /** `card`: the entry that asked for it; null: none did. */
  async begin(wish: SignInWish, card: EntryId | null): Promise<void> {
    this.#wishes.set(wish.company, wish);
    this.#cards.set(wish.company, card);
    await this.#answered(wish.company, () => this.#core.beginSignIn(wish));
  }

  /** Begins one anew as it was begun. */
  async again({ company, conversation, method, scopes }: SignIn): Promise<void> {
    const asked = scopes.map(({ scope }) => scope);
    const askAgain = this.#wishes.get(company)?.askAgain ?? null;
    const card = this.#cards.get(company) ?? null;
    await this.begin({ company, conversation, method, scopes: asked, askAgain }, card);
  }

  /** Whether a sign-in belongs to this entry of this conversation: what it came to is shown there. */
  isAt(signIn: SignIn, conversation: ConversationKey, card: EntryId): boolean {
    if (signIn.conversation !== conversation) return false;
    // Begun before this page was loaded: then the newest that asks is the one.
    return isUnderWay(signIn) || (this.#cards.get(signIn.company) ?? card) === card;
  }

  /** A newer entry asks for the same while it is under way: it goes on there. */
  movesTo(company: CompanyId, card: EntryId): void {
    this.#cards.set(company, card);
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
