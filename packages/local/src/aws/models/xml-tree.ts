import { Parser } from 'htmlparser2';

export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

/** Reads a document. Returns an element that contains the root element. Ignores attributes. */
export function readXmlTree(xml: string): XmlElement {
  const document: XmlElement = { name: '', text: '', children: [] };
  const open = [document];
  const parser = new Parser(
    {
      onopentagname: (name) => {
        const element: XmlElement = { name, text: '', children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element) element.text += text;
      },
      onclosetag: () => open.pop(),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return document;
}
