import { checkLongSession, type LongSessionVerdict } from "./check-long-session.js";
import type { LongSession, LongSessionCall, LongSessionTurn } from "./long-session.js";
import { LongSessionModel, type LongSessionModelOptions } from "./long-session-model.js";

/** What a host is given: the model to ask, and the tools to carry out. */
export interface LongSessionStage {
  readonly session: LongSession;
  readonly model: LongSessionModel;
  /** Carries out a call, and remembers that it was. */
  execute(call: LongSessionCall): string;
}

/** One way to run the session: a framework with its own loop, or a plain one. */
export interface LongSessionHost {
  /** Says what the user says, and runs until the model has answered. */
  turn(turn: LongSessionTurn): Promise<string>;
}

/**
 * Plays a long session on a host and holds it against what must be so. A turn that throws ends the session; the verdict says
 * how far it came.
 */
export async function playLongSession(
  session: LongSession,
  hostOf: (stage: LongSessionStage) => LongSessionHost | Promise<LongSessionHost>,
  options: LongSessionModelOptions = {},
): Promise<LongSessionVerdict> {
  const model = new LongSessionModel(session, options);
  const calls: LongSessionCall[] = [];
  const execute = (call: LongSessionCall): string => {
    calls.push(call);
    return session.execute(call);
  };
  const host = await hostOf({ session, model, execute });
  let answer: string | undefined;
  let turns = 0;
  let failure: unknown;
  for (const turn of session.turns) {
    try {
      const said = await host.turn(turn);
      turns++;
      if (turns === session.turns.length) answer = said;
    } catch (error) {
      failure = error;
      break;
    }
  }
  return checkLongSession(session, { requests: model.requests, calls, answer, turns, failure });
}
