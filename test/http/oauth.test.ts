import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import { aKey, refusalOf, advanceToNextMinute } from '../support/api-helpers';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import { useService } from '../support/use-service';

const service = useService();

const hourMs = 3_600_000;

async function createToken(
  scopes: readonly string[],
  workspaceId = service.metadata.workspace.id,
): Promise<string> {
  const { access_token } = await service.control('POST', `/workspaces/${workspaceId}/tokens`, { scopes });
  return access_token;
}

const listEmails = (key: string) => service.api('GET', '/v1/emails', { key });

const decodePart = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;

const claimsOf = (token: string) => decodePart(token, 1);

//
test('a token allows the operations of its scopes in its workspace', async () => {
  const workspace = await aWorkspace(service);
  const { domain } = await aDomain(service, workspace.id);
  const key = await createToken(['emails:send', 'emails:read'], workspace.id);

  const sent = await service.api('POST', '/v1/emails', { key, body: anEmail({ from: `d@${domain}` }) });
  const listed = await listEmails(key);

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([sent.body.id]);
});

test('a request without the required scope is refused, and the error names the scope', async () => {
  const key = await createToken(['emails:read']);

  const response = await service.api('POST', '/v1/emails', { key, body: anEmail() });

  expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(response.body.error.message).toContain('emails:send');
});

test('unknown scopes grant nothing', async () => {
  const key = await createToken(['*', 'emails', 'emails:*', 'admin', 'openid']);

  const response = await listEmails(key);

  expect(refusalOf(response)).toMatchObject({ status: 403, type: 'forbidden' });
});

//
test('a token has no guardrails, so it may create an unguarded key within its scopes', async () => {
  const token = await createToken(['domains:write', 'emails:send']);

  const unguardedKey = await aKey(service, { creatorKey: token, scopes: ['emails:send'] });
  const exceedingKey = await service.api('POST', '/v1/api-keys', {
    key: token,
    body: { name: 'Reader', scopes: ['emails:read'] },
  });

  expect(unguardedKey).toMatchObject({
    daily_send_limit: null,
    allowed_recipients: [],
    requires_approval: false,
  });
  expect(refusalOf(exceedingKey)).toMatchObject({ status: 403, type: 'forbidden' });
});

test('a modified token is refused', async () => {
  const token = await createToken(['emails:read']);
  const [header = '', , signature = ''] = token.split('.');
  const claims = { ...claimsOf(token), scope: 'emails:read emails:send' };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const [first = ''] = signature;
  const otherSignature = `${first === 'A' ? 'B' : 'A'}${signature.slice(1)}`;

  const changedClaims = await listEmails(`${header}.${payload}.${signature}`);
  const changedSignature = await listEmails(token.replace(signature, otherSignature));

  expect(refusalOf(changedClaims)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(refusalOf(changedSignature)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('a token without a signature is refused', async () => {
  const claims = claimsOf(await createToken(['emails:read']));

  const response = await listEmails(new UnsecuredJWT(claims).encode());

  expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('a token signed by another issuer is refused, even with valid claims', async () => {
  const token = await createToken(['emails:read']);
  const { privateKey } = await generateKeyPair('RS256');
  const signWith = (kid: string) =>
    new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);

  const withSameKeyId = await listEmails(await signWith(String(decodePart(token, 0)['kid'])));
  const withOtherKeyId = await listEmails(await signWith('theirs'));
  const originalToken = await listEmails(token);

  expect(refusalOf(withSameKeyId)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(refusalOf(withOtherKeyId)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(originalToken.status).toBe(200);
});

test.each([
  ['issuer', { iss: 'https://issuer.example' }],
  ['audience', { aud: 'another-service' }],
  ['workspace (unknown)', { workspace_id: randomUUID() }],
  ['workspace (none)', { workspace_id: undefined }],
  ['workspace (invalid id)', { workspace_id: 'w'.repeat(3_000) }],
  ['start time (in the future)', { nbf: 4_102_444_800 }],
  ['expiry (none)', { exp: undefined }],
  ['token_use (ID token)', { token_use: 'id' }],
  ['typ (ID token)', { typ: 'ID' }],
  ['purpose (ID token with nonce)', { nonce: 'n-0S6' }],
  ['purpose (ID token with at_hash)', { at_hash: '77QmUPtjPfzWtF2AnpK9RQ' }],
])('a validly signed token with a wrong %s is refused', async (_description, changes) => {
  const response = await listEmails(await resignToken(await createToken(['emails:read']), changes));

  expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('all tokens of one user in a workspace share one rate limit', async () => {
  const workspace = await aWorkspace(service);
  await service.control('PATCH', `/workspaces/${workspace.id}`, { requests_per_minute: 3 });
  const token = await createToken(['emails:read'], workspace.id);
  const [otherTokenOfUser, tokenOfOtherUser] = [
    await resignToken(token, { jti: randomUUID() }),
    await resignToken(token, { sub: 'somebody else' }),
  ];
  await advanceToNextMinute(service);

  const responses = [];
  for (const key of [token, otherTokenOfUser, token, otherTokenOfUser, tokenOfOtherUser])
    responses.push(await listEmails(key));

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200]);
});

/** Signs the token with changed claims, as the issuer would. */
async function resignToken(token: string, changes: Record<string, unknown>): Promise<string> {
  const jwk = JSON.parse(readFileSync(join(service.dataDir, 'issuer.json'), 'utf8')) as JWK;
  const header = { alg: 'RS256', kid: String(decodePart(token, 0)['kid']) };
  return new SignJWT({ ...claimsOf(token), ...changes })
    .setProtectedHeader(header)
    .sign(await importJWK(jwk, 'RS256'));
}

//
test('a token expires after an hour', async () => {
  const key = await createToken(['emails:read']);
  await service.advance(hourMs - 60_000);
  const before = await listEmails(key);

  await service.advance(61_000);
  const after = await listEmails(key);

  expect(before.status).toBe(200);
  expect(refusalOf(after)).toMatchObject({ status: 401, type: 'unauthorized' });
});
