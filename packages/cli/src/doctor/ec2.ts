import { callWithTimeout } from './call-with-timeout';
import type { DoctorContext } from './context';

export interface Zone {
  /** The name in this account, such as `us-east-1a`. */
  name: string;
  /** The physical zone, such as `use1-az3`. */
  id: string;
}

export const describeZones = 'ec2:DescribeAvailabilityZones';

/** The filter excludes the Local Zones and Wavelength Zones that the account has enabled. */
const zonesRequest =
  'Action=DescribeAvailabilityZones&Version=2016-11-15&Filter.1.Name=zone-type&Filter.1.Value.1=availability-zone';

/**
 * Returns the Availability Zones of the Region, sorted by name. Signs the request itself, because the EC2 client of the
 * SDK would be the largest dependency of this repository, for one call.
 */
export async function fetchZones(ctx: DoctorContext): Promise<Zone[]> {
  const response = await callWithTimeout(describeZones, (signal) => callEc2(ctx, zonesRequest, signal));
  return [...response.matchAll(/<zoneName>([\w-]+)<\/zoneName>\s*<zoneId>([\w-]+)<\/zoneId>/g)]
    .map(([, name = '', id = '']) => ({ name, id }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

async function callEc2(ctx: DoctorContext, body: string, signal: AbortSignal): Promise<string> {
  const url = ec2Url(ctx);
  const headers = { host: url.host, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  const { STSClient } = await import('@aws-sdk/client-sts');
  const signer = await new STSClient(ctx.client()).config.signer();
  const signed = await signer.sign(
    { method: 'POST', protocol: url.protocol, hostname: url.hostname, path: '/', query: {}, headers, body },
    { signingService: 'ec2' },
  );
  const response = await fetch(url, { method: 'POST', headers: signed.headers, body, signal });
  const text = await response.text();
  if (!response.ok) throw toAwsError(response.status, text);
  return text;
}

/** The environment variables are the same that the SDK reads. */
const ec2Url = ({ region }: DoctorContext): URL =>
  new URL(
    process.env['AWS_ENDPOINT_URL_EC2'] ??
      process.env['AWS_ENDPOINT_URL'] ??
      `https://ec2.${region}.amazonaws.com${region?.startsWith('cn-') ? '.cn' : ''}`,
  );

/** The error has the fields of an error of the SDK. */
const toAwsError = (status: number, text: string): Error =>
  Object.assign(new Error(text), {
    name: /<Code>([\w.]+)<\/Code>/.exec(text)?.[1] ?? 'UnknownError',
    $metadata: { httpStatusCode: status },
  });
