const ignore = (): undefined => undefined;

/** No-op handlers for events of the HTML tokenizer that the HTML readers ignore, such as comments and declarations. */
export const ignoredTokens = {
  onattribentity: ignore,
  ontextentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};
