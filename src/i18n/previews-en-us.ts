/** The words of previews of links. */
export const previewsEnUs = {
  setting: 'Previews of links I send',
  settingHint: 'Our server opens the page and adds its title and picture. The site sees our server, not you.',
  ask: 'Add a preview of {{- host}}?',
  askHint: 'Our server opens the page, not your device. You can change this in Settings.',
  always: 'Always add',
  never: 'No previews',
  willBeAdded: 'A preview will be added',
  sendWithout: 'Send without a preview',
  remove: 'Remove preview',
};
