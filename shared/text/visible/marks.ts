/** Noncharacters, which no real text contains. They mark what a mail client draws without words. */
export const [itemMark, imageMark] = ['\ufdd0', '\ufdd1'];
