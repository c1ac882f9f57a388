/** The words of previews of links. */
export const previewsFil = {
  setting: 'Preview ng mga link na ipinapadala ko',
  settingHint:
    'Bubuksan ng server namin ang page at idaragdag ang pamagat at larawan nito. Ang server ang makikita ng site, hindi ikaw.',
  ask: 'Lagyan ng preview ang {{- host}}?',
  askHint: 'Ang server namin ang magbubukas ng page, hindi ang device mo. Mababago mo ito sa Settings.',
  always: 'Laging lagyan',
  never: 'Huwag lagyan',
  willBeAdded: 'Lalagyan ng preview',
  sendWithout: 'Ipadala nang walang preview',
  remove: 'Alisin ang preview',
};
