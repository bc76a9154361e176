import { randomUUID } from 'node:crypto';
import type { AwsResponse } from '../stand-in';

const namespace = 'http://sns.amazonaws.com/doc/2010-03-31/';

/** A tree of elements. An array contains sibling elements. */
export interface Elements {
  [name: string]: string | Elements | Elements[];
}

export function xmlResponse(status: number, root: Elements): AwsResponse {
  const requestId = randomUUID();
  const [name = '', content = ''] = Object.entries(root)[0] ?? [];
  const body = `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="${namespace}">${render(content)}</${name}>`;
  return { status, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body };
}

function render(content: string | Elements | Elements[]): string {
  if (typeof content === 'string') return escape(content);
  if (Array.isArray(content)) return content.map(render).join('');
  return Object.entries(content)
    .map(([name, inner]) => `<${name}>${render(inner)}</${name}>`)
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
