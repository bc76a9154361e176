import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock';
import { DurableMap } from '../../machine/durable-map';
import { bareAddress, domainAndParents, domainOf } from '../../mime/addresses';
import type { Resolver } from '../../network/resolver';
import { AwsError } from '../stand-in';
import type { Tags } from './inputs';
import { legacyTags } from './legacy-tags';
import { nextDnsState, lookUpRecords, type DnsState } from './dns-verification';

export interface Identity {
  domain: string;
  tokens: string[];
  dkim: DnsState;
  signingEnabled: boolean;
  /** Whether SES also forwards bounces and complaints by email. */
  forwardsFeedback?: boolean;
  mailFrom: MailFrom | undefined;
  configurationSet: string | undefined;
  /** Undefined in identities that an older version of the runtime stored. */
  tags?: Tags;
}

interface MailFrom {
  domain: string;
  behavior: string;
  state: DnsState;
}

export interface IdentitiesOptions {
  clock: Clock;
  dataDir: string;
  region: string;
  resolver: Resolver;
}

/** The sending domains, verified through their DNS records. */
export class Identities {
  private readonly identities: DurableMap<Identity>;

  constructor(private readonly options: IdentitiesOptions) {
    this.identities = new DurableMap(join(options.dataDir, 'identities.jsonl'));
  }

  /** Creates the identity with new DKIM tokens, even if the domain existed before. */
  create(domain: string, configurationSet: string | undefined, tags: Tags = []): unknown {
    const name = domain.toLowerCase();
    if (name.includes('@')) throw badRequest('The local SES supports only domains as identities');
    if (this.identities.has(name)) {
      throw new AwsError('AlreadyExistsException', `Email identity ${name} already exist.`);
    }

    const identity: Identity = {
      domain: name,
      tokens: [createDkimToken(), createDkimToken(), createDkimToken()],
      dkim: this.pendingState(),
      signingEnabled: true,
      forwardsFeedback: true,
      mailFrom: undefined,
      configurationSet,
      tags,
    };
    this.identities.set(name, identity);
    const { IdentityType, VerifiedForSendingStatus, DkimAttributes } = present(identity);
    return { IdentityType, VerifiedForSendingStatus, DkimAttributes };
  }

  /** Looks up the DNS records and returns the identity with its current verification status. */
  async describe(domain: string): Promise<unknown> {
    await this.refreshVerification(this.expectIdentity(domain));
    return present(this.expectIdentity(domain));
  }

  find(domain: string): Identity | undefined {
    return this.identities.get(domain.toLowerCase());
  }

  /** Returns an empty list if the identity does not exist. */
  tags(domain: string): Tags {
    const identity = this.find(domain);
    return identity ? (identity.tags ?? legacyTags) : [];
  }

  /** Replaces the values of tags that the identity already has. */
  addTags(domain: string, added: Tags): void {
    const kept = this.tags(domain).filter(({ Key }) => !added.some((tag) => tag.Key === Key));
    this.update(domain, { tags: [...kept, ...added] });
  }

  remove(domain: string): void {
    this.identities.delete(this.expectIdentity(domain).domain);
  }

  update(domain: string, changes: Partial<Identity>): void {
    const identity = this.expectIdentity(domain);
    this.identities.set(identity.domain, { ...identity, ...changes });
  }

  /** Sets the MAIL FROM domain. If `mailFromDomain` is undefined, SES uses its default domain. */
  setMailFrom(domain: string, mailFromDomain: string | undefined, behavior: string): void {
    const isSubdomain = mailFromDomain?.toLowerCase().endsWith(`.${domain.toLowerCase()}`);
    if (mailFromDomain && !isSubdomain) {
      throw badRequest(`Provided MAIL-FROM domain <${mailFromDomain}> is not subdomain of <${domain}>.`);
    }
    const state = this.pendingState();
    const mailFrom = mailFromDomain ? { domain: mailFromDomain.toLowerCase(), behavior, state } : undefined;
    this.update(domain, { mailFrom });
  }

  /**
   * Finds the identity of a sender address: the domain of the address, or its nearest parent domain that is an
   * identity. Returns the domain of the address if there is no identity.
   */
  findIdentityDomain(address: string): string {
    const domain = domainOf(address);
    return domainAndParents(domain).find((name) => this.identities.has(name)) ?? domain;
  }

  forwardsFeedback(address: string): boolean {
    return this.find(this.findIdentityDomain(bareAddress(address)))?.forwardsFeedback ?? false;
  }

  /**
   * Whether the domain may send and receive mail. Looks up DNS if the domain is unverified. SES would poll DNS instead.
   */
  async isVerified(domain: string): Promise<boolean> {
    for (const name of domainAndParents(domain)) {
      const identity = this.identities.get(name);
      if (!identity) continue;
      if (!isVerified(identity)) await this.refreshVerification(identity);
      if (isVerified(this.identities.get(name))) return true;
    }
    return false;
  }

  close(): void {
    this.identities.close();
  }

  private expectIdentity(domain: string): Identity {
    const identity = this.find(domain);
    if (!identity) throw new AwsError('NotFoundException', `Email identity ${domain} does not exist.`, 404);
    return identity;
  }

  private async refreshVerification(snapshot: Identity): Promise<void> {
    const { resolver, region, clock } = this.options;
    const [dkim, mx] = await Promise.all([
      lookUpRecords(() => hasDkim(snapshot, resolver)),
      lookUpRecords(() => hasMailFromMx(snapshot.mailFrom, resolver, region)),
    ]);

    // The identity may have been deleted, recreated or changed during the lookup. The result applies only to the old
    // identity.
    const identity = this.find(snapshot.domain);
    if (!identity || identity.tokens[0] !== snapshot.tokens[0]) return;
    const { mailFrom } = identity;
    const now = clock.now();
    const isSameMailFrom = mailFrom?.domain === snapshot.mailFrom?.domain;
    // SES looks up a failed MAIL FROM domain again only after a caller sets the domain again.
    const canTransition = mailFrom && isSameMailFrom && mailFrom.state.status !== 'FAILED';
    this.identities.set(identity.domain, {
      ...identity,
      dkim: nextDnsState(identity.dkim, dkim, now),
      mailFrom: canTransition ? { ...mailFrom, state: nextDnsState(mailFrom.state, mx, now) } : mailFrom,
    });
  }

  private pendingState(): DnsState {
    return { status: 'PENDING', missingSince: this.options.clock.now() };
  }
}

async function hasDkim({ domain, tokens }: Identity, resolver: Resolver): Promise<boolean> {
  const responses = await Promise.all(tokens.map((token) => resolver.cname(`${token}._domainkey.${domain}`)));
  return tokens.every((token, index) =>
    responses[index]?.some((name) => isSameName(name, `${token}.dkim.amazonses.com`)),
  );
}

async function hasMailFromMx(
  mailFrom: MailFrom | undefined,
  resolver: Resolver,
  region: string,
): Promise<boolean> {
  if (!mailFrom) return false;
  const exchanges = await resolver.mx(mailFrom.domain);
  return exchanges.some(({ exchange }) => isSameName(exchange, `feedback-smtp.${region}.amazonses.com`));
}

function isSameName(name: string, expected: string): boolean {
  return name.toLowerCase().replace(/\.$/, '') === expected;
}

/** A verified domain stays usable during a temporary failure. */
function isVerified(identity: Identity | undefined): boolean {
  return identity?.dkim.status === 'SUCCESS' || identity?.dkim.status === 'TEMPORARY_FAILURE';
}

function present(identity: Identity) {
  const { mailFrom } = identity;
  return {
    IdentityType: 'DOMAIN',
    FeedbackForwardingStatus: identity.forwardsFeedback ?? false,
    VerifiedForSendingStatus: isVerified(identity),
    VerificationStatus: identity.dkim.status,
    DkimAttributes: {
      SigningEnabled: identity.signingEnabled,
      Status: identity.dkim.status,
      Tokens: identity.tokens,
      SigningHostedZone: 'dkim.amazonses.com',
      SigningAttributesOrigin: 'AWS_SES',
      NextSigningKeyLength: 'RSA_2048_BIT',
      CurrentSigningKeyLength: 'RSA_2048_BIT',
    },
    MailFromAttributes: mailFrom && {
      MailFromDomain: mailFrom.domain,
      MailFromDomainStatus: mailFrom.state.status,
      BehaviorOnMxFailure: mailFrom.behavior,
    },
    ConfigurationSetName: identity.configurationSet,
    Policies: {},
    Tags: identity.tags ?? legacyTags,
  };
}

/** 32 characters, like the tokens of SES. */
function createDkimToken(): string {
  return [...randomBytes(32)].map((byte) => (byte % 32).toString(32)).join('');
}

function badRequest(message: string): AwsError {
  return new AwsError('BadRequestException', message);
}
