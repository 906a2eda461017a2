/** An upstream began its answer and did not end it. */
export class BrokenOff extends Error {
  constructor(cause?: unknown) {
    super("The answer broke off.", { cause });
    this.name = "BrokenOff";
  }
}
