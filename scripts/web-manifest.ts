import type { ManifestOptions } from 'vite-plugin-pwa';
import { light } from '../src/theme/light.ts';

const icon = (name: string, size: number, purpose: string) => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const screenshot = (name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes,
  type: 'image/png',
  form_factor,
  label,
});
const shortcutIcons = [icon('icon', 192, 'any')];

/** What the type of the plugin does not know yet. Browsers skip what they do not know. */
type NewerMembers = {
  name_localized: Record<string, string>;
  description_localized: Record<string, string>;
  shortcuts: (NonNullable<ManifestOptions['shortcuts']>[number] & {
    name_localized: Record<string, string>;
  })[];
};

/** The web app manifest; Vite writes it to dist/manifest.webmanifest. */
export const manifest: Partial<ManifestOptions> & NewerMembers = {
  id: '/',
  name: 'Tambay',
  short_name: 'Tambay',
  description: 'Hang out with friends: chat that works in full without a network.',
  name_localized: { fil: 'Tambay' },
  description_localized: { fil: 'Tumambay kasama ang mga kaibigan: chat na gumagana kahit walang signal.' },
  lang: 'en-US',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  theme_color: light.color.surface,
  background_color: light.color.canvas,
  categories: ['social'],
  prefer_related_applications: false,
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  handle_links: 'preferred',
  icons: [
    { src: '/icons/tambay.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon', 192, 'any'),
    icon('icon', 512, 'any'),
    icon('maskable', 192, 'maskable'),
    icon('maskable', 512, 'maskable'),
    icon('monochrome', 512, 'monochrome'),
  ],
  screenshots: [
    screenshot('chats', '780x1688', 'narrow', 'Chats'),
    screenshot('chat', '780x1688', 'narrow', 'A conversation'),
    screenshot('posts', '780x1688', 'narrow', 'Posts'),
    screenshot('wide', '1280x800', 'wide', 'Chats and a conversation side by side'),
  ],
  shortcuts: [
    {
      name: 'New post',
      name_localized: { fil: 'Bagong post' },
      url: '/posts/create',
      icons: shortcutIcons,
    },
    {
      name: 'Messages',
      name_localized: { fil: 'Mga mensahe' },
      url: '/profile/messages',
      icons: shortcutIcons,
    },
    { name: 'Scan', name_localized: { fil: 'Mag-scan' }, url: '/profile/scan', icons: shortcutIcons },
    { name: 'Outbox', name_localized: { fil: 'Outbox' }, url: '/profile/outbox', icons: shortcutIcons },
  ],
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      // What the share menu offers us for; the composer decides what it can take.
      files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'application/pdf', 'text/*'] }],
    },
  },
  protocol_handlers: [{ protocol: 'web+tambay', url: '/profile/add-friend?code=%s' }],
};
