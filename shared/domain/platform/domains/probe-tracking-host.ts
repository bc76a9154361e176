import { lookUpAddresses } from '../../../aws/dns';
import { destinationOf } from '../outbound/destination';
import { requestPublicHost, type OutboundOutcome } from '../outbound/request-public-host';

/** Whether tracked links to a host would work, or why not. */
export type TrackingProbe =
  | { kind: 'works' }
  /** The host cannot serve tracked links. */
  | { kind: 'broken'; problem: string }
  /** The request failed for a reason that may pass, so a working host keeps its status. */
  | { kind: 'unclear'; problem: string };

/** The check of a domain also waits for DNS and SES, and API Gateway ends a request after 29 seconds. */
const timeoutMs = 5_000;

/**
 * Sends a request to the tracking host over HTTPS. SES has no certificate for the host name, so links to a host that
 * points to SES itself would end in a warning of the browser.
 */
export async function probeTrackingHost(hostname: string, isPublished: boolean): Promise<TrackingProbe> {
  if (!isPublished)
    return { kind: 'broken', problem: `The CNAME record of ${hostname} is missing or has another value.` };
  const checkHost = async () => destinationOf(await lookUpAddresses(hostname));
  return interpret(
    hostname,
    await requestPublicHost(`https://${hostname}/`, { checkHost, method: 'GET', timeoutMs }),
  );
}

function interpret(hostname: string, outcome: OutboundOutcome): TrackingProbe {
  if (outcome.kind === 'responded')
    // SES responds with an error to a path that is not a tracked link.
    return outcome.statusCode < 500
      ? { kind: 'works' }
      : { kind: 'unclear', problem: `${hostname} responded with status ${outcome.statusCode}.` };
  if (isCertificateError(outcome.code))
    return {
      kind: 'broken',
      problem: `The server of ${hostname} has no valid certificate for this name. The operator can add one.`,
    };
  if (isHandshakeError(outcome.code))
    return { kind: 'broken', problem: `The server of ${hostname} refused the TLS handshake.` };
  return { kind: 'unclear', problem: `A request to https://${hostname}/ failed: ${outcome.error}.` };
}

/**
 * The codes are those of OpenSSL's certificate verification, and of Node's comparison of names. The messages of these
 * errors are not shown, because they contain names that the owner of the certificate chose.
 */
const isCertificateError = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH/.test(code);

const isHandshakeError = (code: string): boolean => code === 'EPROTO' || code.startsWith('ERR_SSL_');
