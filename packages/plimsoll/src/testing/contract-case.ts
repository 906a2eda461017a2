/**
 * One behaviour that every implementation of an interface shows. Runner-agnostic: `run` throws or rejects
 * if the subject does not show it.
 */
export interface ContractCase<T> {
  readonly name: string;
  run(subject: T): void | Promise<void>;
}
