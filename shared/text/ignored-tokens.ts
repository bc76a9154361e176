const ignore = (): undefined => undefined;

/** No-op handlers for the events of the HTML tokenizer. A reader of HTML replaces those that it needs. */
export const ignoredTokens = {
  onopentagname: ignore,
  onopentagend: ignore,
  onselfclosingtag: ignore,
  onclosetag: ignore,
  onattribname: ignore,
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  ontext: ignore,
  ontextentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};
