/**
 * Letters of other scripts that are drawn like Latin ones, by what they look like: of the confusables of Unicode (UTS 39, 4) those
 * of scripts that names are imitated with. Case matters: Η is drawn like H, η like n. What Unicode itself takes apart into Latin
 * or Greek (full width, mathematical letters, accents) is not here. The packages with all of the confusables weigh twenty times
 * as much and are of 2020.
 */
const SHAPES: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪᗅᴀꓮꭺ𐊠𖽀',
  b: 'ẞƀƂƃƄȢȣɓʙΒβБВЬвьѢѣҌҍᏏᏴᏼᑲᑳᖯᗷꓐꞴꮾ𐊂𐊡𐌁𐌚',
  c: 'ȼϲϹСсҪҫᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𑣩𑣲',
  d: 'ÐƉƌɖɗԁᎠᏧᑯᗞᗪᴅꓒꓓꭰ',
  e: '℮ɆɇΕεЕеҽҿᎬᴇⴹꓰꬲ𐊆𑢦𑢮',
  f: 'ſƑƒϜքᖴᵮẝꓝꜰꞘꞙꬵ𐊇𐊥𑢢𑣂𝈓',
  g: 'ƍǤǥɠɡɢԌցᏀᏳᶃꓖ',
  h: 'ĦħɦʜΗНнћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ𐋏',
  j: 'ɈɉͿϳЈјᎫᒍᴊꓙꞲ',
  k: 'ƙΚκКкҚҞᏦᛕᴋⱩⲔꓗꝀ',
  l: 'ƖƗƚǀǃɨɩɪɫɭʟΙιІіӀӏᎥᏞᒪᛁᵻᵼⲒⳐⵏⵑꓡꓲꙇꞁꭵ𐊊𐌉𐌠𐐛𑢣𑢲𑣃𖼖𖼨𝈪',
  m: 'ΜϺМмӍᎷᗰᛖᴍⲘꓟ𐊰𐌑',
  n: 'ŊŋƝƞɲɳɴΝηпոռᵰⲚꓠ𐆎',
  o: 'ƟɵΘΟθοσОоѲѳӨөՕօჿᎾᏫᴏᴑⲞⲟⴱⵁⵔꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𑢵𑣈𑣗𑣠𝈚',
  p: 'ƥΡρРрᏢᑭᴘᵽⲢⲣꓑ𐊕',
  q: 'ʠԛգզⵕ',
  r: 'ƦɍɼɽɾʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ𐒴𖼵𝈖',
  s: 'ƼƽʂςЅѕՏᏕᏚᵴꓢꜱꮪ𐊖𐐠𐑈𑢻𑣁𖼺',
  t: 'ŦŧƭƮȾΤτТтҬᎢᴛᵵⲦꓔ𐊗𐊱𐌕𑢼𖼊',
  u: 'ɄʋμυՍսᏌᑌᴜᵾꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵᏙᐯᴠⴸꓦꮩ𑢠𑣀𖼈𝈍',
  w: 'ɯωѡѽԜԝաᎳᏔᴡꓪꝡꮃ𑣦𑣯',
  x: 'ΧχХхҲᕁᕽ᙭᙮ᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𑣬',
  y: 'ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃',
  z: 'ƵƶȤȥʐΖζᏃᴢᵶꓜꮓ𑢩𑣄𑣥',
  aa: 'Ꜳꜳ',
  ae: 'Ӕӕ',
  ao: 'Ꜵꜵ',
  au: 'Ꜷꜷ',
  av: 'ꜸꜹꜺꜻ',
  ay: 'Ꜽꜽ',
  bl: 'Ы',
  dz: 'ʣ',
  ll: 'ǁ',
  lo: 'Ю',
  ls: 'ʪ',
  lz: 'ʫ',
  oo: 'ꚘꚙꝎꝏ',
  ss: 'Ᏸꞵ',
  tf: 'ꝷ',
  ts: 'ʦ',
  ue: 'ᵫ',
  uo: 'ꭣ',
};

/** From such a letter to the Latin ones that it is drawn like, in lower case. */
export const DRAWN_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(SHAPES).flatMap(([latin, letters]) =>
    [...letters].map((letter) => [letter, latin] as const),
  ),
);
