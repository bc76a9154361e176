import { createHmac } from 'node:crypto';

/** The header X-CN-Signature. The whole secret, `whsec_` included, is the key (W-20). */
export function signatureHeader(body: string, secret: string, atSeconds: number): string {
  const hmac = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${hmac}`;
}
