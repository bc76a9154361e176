import { createHmac } from 'node:crypto';

/** Returns the header X-CN-Signature. The HMAC key is the whole secret, including `whsec_` (W-20). */
export function signatureHeader(body: string, secret: string, atSeconds: number): string {
  const hmac = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${hmac}`;
}
