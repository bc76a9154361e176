/** The names of HTML 4, and those of ASCII and of the typography of emails. Other names are those of mathematics. */
const names =
  'Aacute aacute Acirc acirc acute AElig aelig Agrave agrave alefsym Alpha alpha AMP amp and ang apos Aring ' +
  'aring ast asymp Atilde atilde Auml auml bdquo Beta beta brvbar bsol bull cap caret Ccedil ccedil cedil ' +
  'cent check checkmark Chi chi circ clubs colon comma commat cong COPY copy crarr cross cup curren Dagger ' +
  'dagger dArr darr dash deg Delta delta DiacriticalGrave diams divide dollar Eacute eacute Ecirc ecirc ' +
  'Egrave egrave empty emsp emsp13 emsp14 ensp Epsilon epsilon equals equiv Eta eta ETH eth Euml euml euro ' +
  'excl exist fnof forall frac12 frac14 frac34 frasl Gamma gamma ge grave GT gt hairsp hArr harr Hat hearts ' +
  'hellip horbar hyphen Iacute iacute Icirc icirc iexcl Igrave igrave image infin int Iota iota iquest isin ' +
  'Iuml iuml Kappa kappa Lambda lambda lang laquo lArr larr lbrace lbrack lceil lcub ldquo le lfloor lowast ' +
  'lowbar loz lpar lrm lsaquo lsqb lsquo LT lt macr mdash MediumSpace micro midast middot minus mldr Mu mu ' +
  'nabla nbsp ndash ne NewLine ni nldr NoBreak NonBreakingSpace not notin nsub Ntilde ntilde Nu nu num ' +
  'numsp Oacute oacute Ocirc ocirc OElig oelig Ograve ograve oline Omega omega Omicron omicron oplus or ' +
  'ordf ordm Oslash oslash Otilde otilde otimes Ouml ouml para part percnt period permil perp Phi phi phone ' +
  'Pi pi piv plus plusmn pound Prime prime prod prop Psi psi puncsp quest QUOT quot radic rang raquo rArr ' +
  'rarr rbrace rbrack rceil rcub rdquo real REG reg rfloor Rho rho rlm rpar rsaquo rsqb rsquo sbquo Scaron ' +
  'scaron sdot sect semi shy Sigma sigma sigmaf sim sol spades star starf sub sube sum sup sup1 sup2 sup3 ' +
  'supe szlig Tab Tau tau there4 Theta theta thetasym thinsp ThinSpace THORN thorn tilde times trade Uacute ' +
  'uacute uArr uarr Ucirc ucirc Ugrave ugrave uml UnderBar upsih Upsilon upsilon Uuml uuml verbar vert ' +
  'VerticalLine weierp Xi xi Yacute yacute yen Yuml yuml ZeroWidthSpace Zeta zeta zwj zwnj';

/** An entity of HTML, as in `&amp;`, `&#38;` and `&#x26;`. `&T;` in `AT&T;` is none. */
export const htmlEntity = new RegExp(`&(?:#(?:\\d+|[xX][\\da-fA-F]+)|${names.replaceAll(' ', '|')});`);
