const ignore = (): undefined => undefined;

/** No-op handlers for the events of the HTML tokenizer that no reader here uses, such as comments and declarations. */
export const ignoredTokens = {
  onattribentity: ignore,
  ontextentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};
