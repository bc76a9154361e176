import type { Document } from 'domhandler';
import { Parser } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { TooComplexError } from './too-complex';

/** Limits that no real email reaches. Without them, hostile HTML takes minutes to parse. */
const anglesMax = 40_000;
const elementsMax = 15_000;
const depthMax = 800;
const formattingMax = 100;
const attributesMax = 500;

/** The number of characters to parse between two checks of the limits. */
const chunkLength = 4_096;

/**
 * Parses HTML as browsers do, with the offsets of the source. Throws `TooComplexError` for HTML beyond the limits. A
 * browser may create several elements for one tag.
 */
export function parseDocument(html: string): Document {
  refuse(html.split('<').length > anglesMax, 'tags');
  let elements = 0;
  const parser = new BoundedParser({
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    treeAdapter: {
      ...adapter,
      createElement: (...args) => {
        elements += 1;
        refuse(elements > elementsMax, 'elements');
        return adapter.createElement(...args);
      },
    },
  });
  return parser.parseInChunks(html);
}

class BoundedParser extends Parser<Htmlparser2TreeAdapterMap> {
  parseInChunks(html: string): Document {
    for (let start = 0; start < html.length; start += chunkLength) {
      this.tokenizer.write(html.slice(start, start + chunkLength), false);
      refuse(this.openElements.stackTop > depthMax, 'levels');
      refuse(this.activeFormattingElements.entries.length > formattingMax, 'open fonts');
      // The tokenizer compares each attribute of a tag with all others.
      const { currentToken } = this.tokenizer as unknown as { currentToken: { attrs?: unknown[] } | null };
      refuse((currentToken?.attrs?.length ?? 0) > attributesMax, 'attributes');
    }
    this.tokenizer.write('', true);
    return this.document;
  }
}

function refuse(isTooMuch: boolean, what: string): void {
  if (isTooMuch) throw new TooComplexError(`The HTML has too many ${what}`);
}
