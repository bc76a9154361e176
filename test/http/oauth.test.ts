import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import { aKey, refusalOf, startNewMinute } from '../support/arrange';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import { theService } from '../support/the-service';

const service = theService();

const hourMs = 3_600_000;

async function aToken(scopes: readonly string[], workspaceId = service.at.workspace.id): Promise<string> {
  const { access_token } = await service.control('POST', `/workspaces/${workspaceId}/tokens`, { scopes });
  return access_token;
}

const asks = (key: string) => service.api('GET', '/v1/emails', { key });

const part = (token: string, index: number) =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;

const claimsOf = (token: string) => part(token, 1);

test('a token does what its scopes allow, in its workspace', async () => {
  const workspace = await aWorkspace(service);
  const { domain } = await aDomain(service, workspace.id);
  const key = await aToken(['emails:send', 'emails:read'], workspace.id);

  const sent = await service.api('POST', '/v1/emails', { key, body: anEmail({ from: `d@${domain}` }) });
  const listed = await asks(key);

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([sent.body.id]);
});

test('a scope that the token lacks is refused and named', async () => {
  const key = await aToken(['emails:read']);

  const answer = await service.api('POST', '/v1/emails', { key, body: anEmail() });

  expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(answer.body.error.message).toContain('emails:send');
});

test('scopes that do not exist are worth nothing', async () => {
  const key = await aToken(['*', 'emails', 'emails:*', 'admin', 'openid']);

  const answer = await asks(key);

  expect(refusalOf(answer)).toMatchObject({ status: 403, type: 'forbidden' });
});

test('a token has no guardrails: it may create a key with any, within its scopes', async () => {
  const token = await aToken(['domains:write', 'emails:send']);

  const free = await aKey(service, { by: token, scopes: ['emails:send'] });
  const beyond = await service.api('POST', '/v1/api-keys', {
    key: token,
    body: { name: 'Reader', scopes: ['emails:read'] },
  });

  expect(free).toMatchObject({ daily_send_limit: null, allowed_recipients: [], requires_approval: false });
  expect(refusalOf(beyond)).toMatchObject({ status: 403, type: 'forbidden' });
});

test('a token that was changed on the way is refused', async () => {
  const token = await aToken(['emails:read']);
  const [header = '', , signature = ''] = token.split('.');
  const claims = { ...claimsOf(token), scope: 'emails:read emails:send' };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const [first = ''] = signature;
  const otherSignature = `${first === 'A' ? 'B' : 'A'}${signature.slice(1)}`;

  const otherClaims = await asks(`${header}.${payload}.${signature}`);
  const otherEnd = await asks(token.replace(signature, otherSignature));

  expect(refusalOf(otherClaims)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(refusalOf(otherEnd)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('a token without a signature is refused', async () => {
  const claims = claimsOf(await aToken(['emails:read']));

  const answer = await asks(new UnsecuredJWT(claims).encode());

  expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('a token that another issuer signed is refused, whatever it claims', async () => {
  const token = await aToken(['emails:read']);
  const { privateKey } = await generateKeyPair('RS256');
  const signedWith = (kid: string) =>
    new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);

  const sameName = await asks(await signedWith(String(part(token, 0)['kid'])));
  const ownName = await asks(await signedWith('theirs'));
  const ours = await asks(token);

  expect(refusalOf(sameName)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(refusalOf(ownName)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(ours.status).toBe(200);
});

test.each([
  ['issuer', { iss: 'https://issuer.example' }],
  ['audience', { aud: 'another-service' }],
  ['workspace, one that does not exist', { workspace_id: randomUUID() }],
  ['workspace, none', { workspace_id: undefined }],
  ['workspace, not named by an id', { workspace_id: 'w'.repeat(3_000) }],
  ['beginning, which is to come', { nbf: 4_102_444_800 }],
  ['end, which never comes', { exp: undefined }],
  ['use, to tell who signed in', { token_use: 'id' }],
  ['type, an ID token', { typ: 'ID' }],
  ['purpose: it answers a sign-in', { nonce: 'n-0S6' }],
  ['purpose: it comes beside an access token', { at_hash: '77QmUPtjPfzWtF2AnpK9RQ' }],
])('a well-signed token with another %s is refused', async (_what, changes) => {
  const answer = await asks(await signedAnew(await aToken(['emails:read']), changes));

  expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('all tokens of somebody in a workspace share their requests of a minute', async () => {
  const workspace = await aWorkspace(service);
  await service.control('PATCH', `/workspaces/${workspace.id}`, { requests_per_minute: 3 });
  const token = await aToken(['emails:read'], workspace.id);
  const [another, ofSomebodyElse] = [
    await signedAnew(token, { jti: randomUUID() }),
    await signedAnew(token, { sub: 'somebody else' }),
  ];
  await startNewMinute(service);

  const answers = [];
  for (const key of [token, another, token, another, ofSomebodyElse]) answers.push(await asks(key));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200]);
});

/** As the issuer would have signed it, with other claims. */
async function signedAnew(token: string, changes: Record<string, unknown>): Promise<string> {
  const jwk = JSON.parse(readFileSync(join(service.dataDir, 'issuer.json'), 'utf8')) as JWK;
  const header = { alg: 'RS256', kid: String(part(token, 0)['kid']) };
  return new SignJWT({ ...claimsOf(token), ...changes })
    .setProtectedHeader(header)
    .sign(await importJWK(jwk, 'RS256'));
}

test('a token ends after an hour', async () => {
  const key = await aToken(['emails:read']);
  await service.advance(hourMs - 60_000);
  const before = await asks(key);

  await service.advance(61_000);
  const after = await asks(key);

  expect(before.status).toBe(200);
  expect(refusalOf(after)).toMatchObject({ status: 401, type: 'unauthorized' });
});
