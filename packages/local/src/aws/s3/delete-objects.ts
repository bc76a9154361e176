import { AwsError } from '../stand-in';
import { element, rootElement, unescapeXml } from './xml';

const keysMax = 1000;

export interface DeleteRequest {
  keys: string[];
  quiet: boolean;
}

/** The body of DeleteObjects. */
export function parseDeleteRequest(xml: string): DeleteRequest {
  const objects = [...xml.matchAll(/<Object>(.*?)<\/Object>/gs)];
  const keys = objects.map(([, object = '']) => unescapeXml(/<Key>(.*?)<\/Key>/s.exec(object)?.[1] ?? ''));
  const isMalformed = keys.length === 0 || keys.length > keysMax || keys.includes('');
  if (isMalformed) throw new AwsError('MalformedXML', 'The XML you provided was not well-formed');
  return { keys, quiet: /<Quiet>true<\/Quiet>/.test(xml) };
}

export function renderDeleteResult({ keys, quiet }: DeleteRequest): string {
  const reported = quiet ? [] : keys;
  return rootElement(
    'DeleteResult',
    reported.map((key) => element('Deleted', [element('Key', key)])),
  );
}
