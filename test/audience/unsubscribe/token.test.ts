import { randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { claimedLink, isSigned, linkToken } from '../../../shared/domain/audience/unsubscribe/token';
import { bareAddress } from '../../../shared/text/mailbox';

const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));

const links = fc.record({
  workspaceId: fc.uuid(),
  address: fc.emailAddress(),
  topicKey: fc.option(fc.stringMatching(/^[a-z0-9-]{1,60}$/)),
});

/** What the address part of a URL may hold without an escape, and a little more. */
const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~=/+%'];

const secret = randomBytes(32).toString('base64url');
const token = linkToken(secret, {
  workspaceId: '01a00000-0000-7000-8000-000000000000',
  address: 'kim@example.com',
  topicKey: 'offers',
});

test('a token says what it was made of, and its secret proves it', () => {
  fc.assert(
    fc.property(secrets, links, (linkSecret, link) => {
      const made = linkToken(linkSecret, link);

      expect(claimedLink(made)).toEqual({ ...link, address: bareAddress(link.address) });
      expect(isSigned(linkSecret, made)).toBe(true);
    }),
  );
});

test('a token is a part of a path that needs no escape', () => {
  fc.assert(
    fc.property(secrets, links, (linkSecret, link) => {
      expect(linkToken(linkSecret, link)).toMatch(/^[\w-]+\.[\w-]{43}$/);
    }),
  );
});

test('however an address is written, its token is one', () => {
  const of = (address: string) => linkToken(secret, { workspaceId: randomUUID(), address, topicKey: null });

  expect(claimedLink(of('Kim@BÜCHER.example'))?.address).toBe('kim@xn--bcher-kva.example');
});

test('a token with any character changed is refused', () => {
  for (const [at, genuine] of [...token].entries()) {
    for (const other of characters.filter((character) => character !== genuine)) {
      const changed = token.slice(0, at) + other + token.slice(at + 1);

      expect({ at, other, isSigned: isSigned(secret, changed) }).toEqual({ at, other, isSigned: false });
    }
  }
});

test('a token that was cut, or that has more, is refused', () => {
  for (let length = 0; length < token.length; length++) {
    expect(isSigned(secret, token.slice(0, length))).toBe(false);
    expect(isSigned(secret, token.slice(token.length - length))).toBe(false);
  }
  for (const more of ['=', '.', ' ', '\n', '/', '%00', 'A', '.A', token]) {
    expect(isSigned(secret, token + more)).toBe(false);
    expect(isSigned(secret, more + token)).toBe(false);
  }
});

test('a token of one workspace is refused with the secret of another', () => {
  fc.assert(
    fc.property(secrets, secrets, links, (own, others, link) => {
      fc.pre(own !== others);

      expect(isSigned(others, linkToken(own, link))).toBe(false);
    }),
  );
});

test('the claim of one token with the signature of another is refused', () => {
  fc.assert(
    fc.property(secrets, links, links, (linkSecret, one, two) => {
      const [claim = ''] = linkToken(linkSecret, one).split('.');
      const [otherClaim, signature = ''] = linkToken(linkSecret, two).split('.');
      fc.pre(claim !== otherClaim);

      expect(isSigned(linkSecret, `${claim}.${signature}`)).toBe(false);
    }),
  );
});

test('what is no token claims nothing, or is not signed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.string()), (text) => {
      expect(() => claimedLink(text)).not.toThrow();
      expect(isSigned(secret, text)).toBe(false);
    }),
  );
});
