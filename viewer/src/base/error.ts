/// What went wrong, in a sentence for a person. Everything else that is thrown is a mistake of the program.
export class ViewerError extends Error {
  override name = "ViewerError";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
