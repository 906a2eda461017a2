import { createHmac } from "node:crypto";

/** Signs what a server gives out, and knows it again. */
export interface Signer {
  sign(content: string): string;
  isSigned(content: string, signature: string): boolean;
}

export function createSigner(secret: string): Signer {
  const sign = (content: string): string => createHmac("sha256", secret).update(content).digest("base64");
  return { sign, isSigned: (content, signature) => sign(content) === signature };
}
