import type { wroteByLanguage } from './wrote';

/**
 * "You wrote" in the languages in which clients wrote it after a date: Eudora, KMail, The Bat!. Without a date, the sender
 * wrote it.
 */
export const addressesReader = `
  you wrote | you writes | sie schrieben | schrieben sie | vous avez écrit | вы писали | вы написали | ты писал
`;

/** How people say whom they quote. Mail clients write the name or the address of the author instead. */
interface UnnamedAuthors {
  pronouns: string;
  /** Nouns without an article, such as "support". */
  nouns: string;
  /** Articles and possessives before a noun, such as "the" in "the customer". */
  articles?: string;
  /** Whether the author may follow the verb, as in "schrieb der Kunde". */
  followsVerb?: true;
}

export const unnamedAuthors: Partial<Record<keyof typeof wroteByLanguage, UnnamedAuthors>> = {
  en: {
    pronouns: 'I|i|you|we|he|she|they|it|who|someone|somebody|everyone|people',
    nouns: `
      customer | customers | client | user | support | boss | colleague | server | system | log | page | website |
      shop | bank
    `,
    articles: `
      the | a | an | my | your | our | his | her | its | their | this | that | these | those | another | some |
      one of your | one of our
    `,
  },
  de: {
    pronouns: 'ich | du | sie | Sie | wir | er | ihr | es | man | jemand',
    nouns:
      'kunde | kundin | kunden | nutzer | support | chef | chefin | kollege | kollegin | server | system',
    articles: `
      der | die | das | ein | eine | mein | meine | dein | deine | ihr | ihre | sein | seine | unser | unsere | euer |
      eure | dieser | diese | dieses
    `,
    followsVerb: true,
  },
  nl: {
    pronouns: 'ik | je | jij | u | U | hij | zij | ze | we | wij | men | jullie | iemand',
    nouns: 'klant | gebruiker | collega | server',
    articles: 'de | het | een | mijn | jouw | uw | onze | ons | hun | haar | zijn | deze | dit | die',
    followsVerb: true,
  },
  fr: {
    pronouns: "il | elle | on | qui | j'ai | j’ai | as | avez | avons | ils ont | elles ont",
    nouns: 'client | cliente | utilisateur | support | chef | collègue | serveur',
    articles: `
      le | la | les | un | une | mon | ma | mes | ton | ta | votre | vos | notre | nos | son | sa | ses | leur | ce |
      cet | cette
    `,
  },
  es: {
    pronouns: 'él | ella | ellos | ellas | usted | ustedes | yo | quien | alguien',
    nouns: 'cliente | usuario | jefe | colega | servidor',
    articles: 'el | la | los | las | un | una | mi | tu | su | nuestro | nuestra | este | esta | ese',
  },
  ca: {
    pronouns: 'ell | ella | vostè | jo | algú',
    nouns: 'client',
    articles: 'el | la | un | una | aquest',
  },
  pt: {
    pronouns: 'ele | ela | eles | elas | você | vocês | eu | quem | alguém',
    nouns: 'cliente | usuário | chefe | colega | servidor',
    articles: 'o | a | os | as | um | uma | meu | minha | seu | sua | nosso | nossa | este | esta',
  },
  it: {
    pronouns: 'ho | hai | avete | abbiamo | hanno | lui | lei | Lei | chi | qualcuno',
    nouns: 'cliente | utente | capo | collega | server',
    articles:
      'il | la | lo | i | gli | le | un | una | mio | mia | tuo | tua | suo | sua | nostro | nostra | questo',
  },
  da: {
    pronouns: 'jeg | du | han | hun | vi | de | De | i | I | man | nogen',
    nouns: 'kunden | kunde | chefen | kollegaen | serveren',
    articles: 'min | din | sin | vores | jeres | deres | hans | hendes',
    followsVerb: true,
  },
  nb: {
    pronouns: 'jeg | du | han | hun | vi | de | dere | man | noen',
    nouns: 'kunden | kunde | sjefen | kollegaen | serveren',
    articles: 'min | din | sin | vår | deres | hans | hennes',
    followsVerb: true,
  },
  sv: {
    pronouns: 'jag | du | han | hon | vi | de | ni | Ni | man | någon',
    nouns: 'kunden | kund | chefen | kollegan | servern',
    articles: 'min | din | sin | vår | er | deras | hans | hennes',
    followsVerb: true,
  },
  fi: { pronouns: 'hän | minä | sinä | me | te | he | joku', nouns: 'asiakas | palvelin' },
  pl: {
    pronouns: 'pan | Pan | pani | Pani | ja | ty | on | ona | ktoś',
    nouns: 'klient | klientka | szef | kolega | serwer',
    articles:
      'mój | moja | nasz | nasza | twój | twoja | wasz | wasza | jego | jej | ich | pański | ten | ta | jeden | jedna',
  },
  cs: {
    pronouns: 'jsem | jste | jsi | on | ona | někdo',
    nouns: 'zákazník | klient | šéf | kolega | server',
    articles:
      'můj | moje | má | náš | naše | tvůj | tvoje | váš | vaše | jeho | její | jejich | ten | jeden | jedna',
  },
  sk: {
    pronouns: 'som | ste | si | on | ona | niekto',
    nouns: 'zákazník | klient | šéf | kolega | server',
    articles: 'môj | moja | náš | naša | tvoj | tvoja | váš | vaša | jeho | jej | ich | ten | jeden | jedna',
  },
  hr: {
    pronouns: 'ja | ti | vi | mi | on | ona | oni | netko',
    nouns: 'klijent | kupac | korisnik',
    articles: 'moj | moja | naš | naša | tvoj | tvoja | vaš | vaša | njegov | njezin | taj | jedan | jedna',
  },
  sl: {
    pronouns: 'jaz | ti | vi | mi | on | ona | nekdo',
    nouns: 'stranka | kupec | uporabnik',
    articles: 'moj | moja | naš | naša | tvoj | tvoja | vaš | vaša | njegov | njen',
  },
  et: { pronouns: 'mina | ma | sina | sa | tema | ta | meie | teie', nouns: 'klient | server' },
  lv: { pronouns: 'es | tu | viņš | viņa | mēs | jūs', nouns: 'klients | serveris' },
  lt: { pronouns: 'aš | tu | jis | ji | mes | jūs', nouns: 'klientas | serveris' },
  hu: { pronouns: 'ön | ő | ők | valaki', nouns: 'ügyfél | vevő | szerver', articles: 'a | az | egy' },
  ro: {
    pronouns: 'el | ea | ei | ați | ai | am | cineva | meu | mea | nostru | noastră | tău | vostru | său',
    nouns: 'clientul | clienta | utilizatorul | serverul',
  },
  ru: {
    pronouns: 'я | ты | вы | Вы | он | она | мы | они | кто | кто-то',
    nouns: 'клиент | клиентка | пользователь | сервер | коллега',
    articles:
      'мой | моя | наш | наша | ваш | ваша | твой | твоя | его | её | ее | их | этот | эта | один | одна',
  },
  uk: {
    pronouns: 'я | ти | ви | він | вона | ми | вони | хто | хтось',
    nouns: 'клієнт | клієнтка | користувач | сервер | колега',
    articles: 'мій | моя | наш | наша | ваш | ваша | твій | твоя | його | її | їх | цей | ця | один | одна',
  },
  bg: {
    pronouns: 'аз | ти | вие | той | тя | ние | те | някой | ми | ни | ви',
    nouns: 'клиентът | клиент | сървърът',
    articles: 'моят | моята | нашият | нашата | вашият | вашата | един | една',
  },
  tr: {
    pronouns: 'o | ben | sen | siz | biz | onlar | biri',
    nouns: 'müşteri | müşterim | müşterimiz | patronum | kullanıcı | sunucu',
  },
  vi: { pronouns: 'tôi | chúng tôi | bạn | anh ấy | chị ấy | họ', nouns: 'khách hàng' },
  id: { pronouns: 'saya | kami | kita | anda | dia | mereka', nouns: 'pelanggan | klien' },
  el: { pronouns: 'εγώ | αυτός | αυτή | κάποιος', nouns: 'πελάτης', articles: 'ο | η | ένας | μια' },
  ar: { pronouns: 'هو | هي | أنت | أنا', nouns: 'العميل | الزبون | الخادم' },
  fa: { pronouns: 'او | شما | من', nouns: 'مشتری | سرور' },
  he: { pronouns: 'אני | אתה | הוא | היא | מישהו', nouns: 'הלקוח | הלקוחה' },
};

/** The same for the languages without spaces between words. */
export const unnamedAuthorsInScripts = `
  我 | 我们 | 我們 | 你 | 您 | 你们 | 他 | 她 | 他们 | 客户 | 客戶 | 顾客 | 用户 | 用戶 | 服务器 | 私 | あなた | お客様 | お客さま | 顧客 | 彼 |
  彼女 | サーバー | こう | このように | 次のように | 以下のように | 고객 | 당신 | 제가 | 내가 | ลูกค้า | คุณ | ฉัน | ผม
`;

/** First words of a sentence that may look like the name of an author, such as "Then" in "Then Kim wrote:". */
export const sentenceStarts = `
  the | my | your | our | der | die | mein | meine | unser | unsere | ihr | ihre | dein | deine | euer | eure | sein | seine | this | here | that | what | as | see | then | and | but | when | also | so | because | later | yesterday | today |
  now | first | finally | since | please | hi | hello | dear | thanks | ok | yes | no | today's | fyi | was | wie |
  dann | und | aber | gestern | heute | hier | als | weil | bitte | hallo | ce que | lo que | comme | puis | hier |
  ayer | hoy | como | entonces | ieri | oggi | come | ontem | hoje | in your | in my | in our | in the | in his |
  in her | in their | in this | in that | in one | in ihrer | in ihrem | in deiner | in deinem | in eurer | in eurem |
  in meiner | in meinem | in unserer | in unserem | in seiner | in der | in einer | in dieser | in uw | in je |
  in jouw | in jullie | in mijn | in onze | in zijn | in de | in het | in een | i din | i ditt | i dit | i ert | i er | müşterim | müşterimiz | patronum
`;
