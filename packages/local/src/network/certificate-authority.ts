import { generateKeyPair, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';

interface Credentials {
  /** PEM. */
  certificate: string;
  /** PEM. */
  key: string;
}

const authorityName = 'Carrier Nest local runtime';

/** The certificates are valid in real time, which the clock of the runtime does not move. */
const validityYears = 20;

/**
 * A certificate authority that only the functions of this runtime trust. Its certificate is in the data folder, so that
 * other programs, such as curl, can trust it too.
 */
export class CertificateAuthority {
  private readonly contexts = new Map<string, Promise<SecureContext>>();
  private hostKey: Promise<string> | undefined;

  private constructor(private readonly credentials: Credentials) {}

  /** Reads the authority from the folder, or creates it. */
  static async open(dir: string): Promise<CertificateAuthority> {
    const [certificateFile, keyFile] = [join(dir, 'ca.pem'), join(dir, 'ca.key')];
    if (!existsSync(certificateFile)) {
      const { certificate, key } = await createAuthority();
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(keyFile, key, { mode: 0o600 });
      // Written last and moved into place, so that the two files belong together after a crash.
      writeFileSync(`${certificateFile}.new`, certificate, { mode: 0o600 });
      renameSync(`${certificateFile}.new`, certificateFile);
    }
    return new CertificateAuthority({
      certificate: readFileSync(certificateFile, 'utf8'),
      key: readFileSync(keyFile, 'utf8'),
    });
  }

  /** PEM. */
  get certificate(): string {
    return this.credentials.certificate;
  }

  /** Returns a context with a certificate for the host name. */
  contextFor(name: string): Promise<SecureContext> {
    const context = this.contexts.get(name) ?? this.issue(name);
    this.contexts.set(name, context);
    return context;
  }

  private async issue(name: string): Promise<SecureContext> {
    this.hostKey ??= generateKey();
    const key = await this.hostKey;
    const cert = await signCertificate({
      subject: name,
      key,
      issuer: this.credentials,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: dnsName, value: name }] }],
    });
    return createSecureContext({ cert, key });
  }
}

/** The type of a DNS name in the extension subjectAltName (RFC 5280, 4.2.1.6). */
const dnsName = 2;

async function createAuthority(): Promise<Credentials> {
  const key = await generateKey();
  const certificate = await signCertificate({
    subject: authorityName,
    key,
    issuer: { certificate: undefined, key },
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { certificate, key };
}

/** Returns a new private key as PEM. */
async function generateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

interface CertificateRequest {
  subject: string;
  /** The private key of the subject, as PEM. */
  key: string;
  /** Without a certificate, the certificate is self-signed. */
  issuer: { certificate: string | undefined; key: string };
  extensions: object[];
}

async function signCertificate({ subject, key, issuer, extensions }: CertificateRequest): Promise<string> {
  // Loaded on first use, because most runs need no new certificate.
  const { md, pki } = (await import('node-forge')).default;
  const privateKey = pki.privateKeyFromPem(key);
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.setRsaPublicKey(privateKey.n, privateKey.e);
  // The first byte makes the number positive, and its encoding the shortest (RFC 5280, 4.1.2.2).
  certificate.serialNumber = `01${randomBytes(16).toString('hex')}`;
  const { notBefore, notAfter } = certificate.validity;
  notBefore.setDate(notBefore.getDate() - 1);
  notAfter.setFullYear(notBefore.getFullYear() + validityYears);
  certificate.setSubject([{ name: 'commonName', value: subject }]);
  certificate.setIssuer(
    issuer.certificate
      ? pki.certificateFromPem(issuer.certificate).subject.attributes
      : certificate.subject.attributes,
  );
  certificate.setExtensions(extensions);
  certificate.sign(pki.privateKeyFromPem(issuer.key), md.sha256.create());
  return pki.certificateToPem(certificate);
}
