import { button, element } from "./dom";

/// Messages over the picture. A failure stays and says what to do; a notice goes by itself.
export class Messages {
  readonly root = element("div", { class: "messages", role: "status", "aria-live": "polite" });
  private failure: string | null = null;
  private banner: HTMLElement | null = null;
  private readonly notices = new Set<string>();

  get error(): string | null {
    return this.failure;
  }

  /// What went wrong, with a button to put the message away.
  fail(text: string): void {
    if (this.failure === text) return;
    this.clear();
    this.failure = text;
    this.banner = element("div", { class: "message error", role: "alert" }, element("span", {}, text), button("×", "Put away", () => this.clear(), { class: "quiet" }));
    this.root.append(this.banner);
  }

  clear(): void {
    this.banner?.remove();
    this.banner = null;
    this.failure = null;
  }

  notice(text: string): void {
    if (this.notices.has(text)) return; // it is there already
    const made = element("div", { class: "message" }, text);
    this.notices.add(text);
    this.root.append(made);
    setTimeout(() => {
      made.remove();
      this.notices.delete(text);
    }, 4000);
  }
}

/// A page that has nothing to show but a message.
export function messagePage(root: HTMLElement, title: string, text: string): void {
  root.replaceChildren(element("main", { class: "message-page", role: "alert" }, element("h1", {}, title), element("p", {}, text)));
}
