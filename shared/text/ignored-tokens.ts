const ignore = (): undefined => undefined;

/** What a tokenizer of HTML tells, and nobody here needs: comments, declarations, its end. */
export const ignoredTokens = {
  onattribentity: ignore,
  ontextentity: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};
