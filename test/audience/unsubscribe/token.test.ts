import { randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import {
  parseUnverifiedLink,
  hasValidSignature,
  linkToken,
} from '../../../shared/domain/audience/unsubscribe/token';
import { normalizeAddress } from '../../../shared/text/mailbox';

const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));

const links = fc.record({
  workspaceId: fc.uuid(),
  address: fc.emailAddress(),
  topicKey: fc.option(fc.stringMatching(/^[a-z0-9-]{1,60}$/)),
});

/** The characters that need no escaping in a URL path, and three that need escaping. */
const characters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~=/+%');

const secret = randomBytes(32).toString('base64url');
const token = linkToken(secret, {
  workspaceId: '01a00000-0000-7000-8000-000000000000',
  address: 'kim@example.com',
  topicKey: 'offers',
});

test('a token contains its claims, and the secret verifies the token', () => {
  fc.assert(
    fc.property(secrets, links, (linkSecret, link) => {
      const linkedToken = linkToken(linkSecret, link);

      expect(parseUnverifiedLink(linkedToken)).toEqual({ ...link, address: normalizeAddress(link.address) });
      expect(hasValidSignature(linkSecret, linkedToken)).toBe(true);
    }),
  );
});

test('a token needs no escaping in a URL path', () => {
  fc.assert(
    fc.property(secrets, links, (linkSecret, link) => {
      expect(linkToken(linkSecret, link)).toMatch(/^[\w-]+\.[\w-]{43}$/);
    }),
  );
});

test('every spelling of an address yields the same normalized address', () => {
  const tokenFor = (address: string) =>
    linkToken(secret, { workspaceId: randomUUID(), address, topicKey: null });

  expect(parseUnverifiedLink(tokenFor('Kim@BÜCHER.example'))?.address).toBe('kim@xn--bcher-kva.example');
});

test('a token with one changed character is refused', () => {
  for (const [index, original] of [...token].entries()) {
    for (const other of characters.filter((character) => character !== original)) {
      const changed = token.slice(0, index) + other + token.slice(index + 1);

      expect({ at: index, other, isSigned: hasValidSignature(secret, changed) }).toEqual({
        at: index,
        other,
        isSigned: false,
      });
    }
  }
});

test('a truncated or extended token is refused', () => {
  for (let length = 0; length < token.length; length++) {
    expect(hasValidSignature(secret, token.slice(0, length))).toBe(false);
    expect(hasValidSignature(secret, token.slice(token.length - length))).toBe(false);
  }
  for (const extra of ['=', '.', ' ', '\n', '/', '%00', 'A', '.A', token]) {
    expect(hasValidSignature(secret, token + extra)).toBe(false);
    expect(hasValidSignature(secret, extra + token)).toBe(false);
  }
});

test('a token of one workspace is refused with the secret of another workspace', () => {
  fc.assert(
    fc.property(secrets, secrets, links, (ownSecret, otherSecret, link) => {
      fc.pre(ownSecret !== otherSecret);

      expect(hasValidSignature(otherSecret, linkToken(ownSecret, link))).toBe(false);
    }),
  );
});

test('the claim of one token with the signature of another token is refused', () => {
  fc.assert(
    fc.property(secrets, links, links, (linkSecret, firstLink, secondLink) => {
      const [claim = ''] = linkToken(linkSecret, firstLink).split('.');
      const [otherClaim, signature = ''] = linkToken(linkSecret, secondLink).split('.');
      fc.pre(claim !== otherClaim);

      expect(hasValidSignature(linkSecret, `${claim}.${signature}`)).toBe(false);
    }),
  );
});

test('arbitrary text has an invalid signature, and parsing the text does not throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), fc.string()), (text) => {
      expect(() => parseUnverifiedLink(text)).not.toThrow();
      expect(hasValidSignature(secret, text)).toBe(false);
    }),
  );
});
