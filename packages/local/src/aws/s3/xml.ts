const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** Renders an element. An array contains its rendered children. */
export function element(name: string, content: string | number | boolean | string[]): string {
  const inner = Array.isArray(content) ? content.join('') : escapeXml(String(content));
  return `<${name}>${inner}</${name}>`;
}

export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

export function rootElement(name: string, children: string[]): string {
  return `<${name} xmlns="${namespace}">${children.join('')}</${name}>`;
}

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, replaceEntity);
}

function replaceEntity(
  whole: string,
  hex: string | undefined,
  decimal: string | undefined,
  name = '',
): string {
  if (hex) return String.fromCodePoint(parseInt(hex, 16));
  if (decimal) return String.fromCodePoint(Number(decimal));
  return entities[name] ?? whole;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
