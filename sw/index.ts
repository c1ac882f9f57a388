/**
 * The service worker: registers one module per event, which decide. The page registers it as `/sw.js?api=<API base>`.
 *
 *   install, activate, fetch → files, share, shell, later     message → update, flush, later     sync → flush
 *   push → notification, flush     notificationclick → open
 *   pushsubscriptionchange → push-change
 */
import { registerFiles } from './files.ts';
import { registerFlush } from './flush.ts';
import { registerLater } from './later.ts';
import { registerPush } from './push.ts';
import { registerPushChange } from './push-change.ts';
import { registerShare } from './share.ts';
import { registerShell } from './shell.ts';
import { registerUpdate } from './update.ts';

registerFiles();
registerShare();
registerShell();
registerLater();
registerUpdate();
registerFlush();
registerPush();
registerPushChange();
