const SCRIPT = /^> (?:@[\w.-]{1,80}\/)?[\w.-]{1,80}@\d[\w.+-]{0,40} [\w:.-]{1,60}(?: \/\S{1,200})?$/;

/** True for what npm and pnpm print before they run a script: its package and its name. */
export const isScriptStart = (line: string): boolean => line.startsWith("> ") && SCRIPT.test(line.trimEnd());
