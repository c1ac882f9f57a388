/**
 * The service worker: registers one module per event, which decide. The page registers it as `/sw.js?api=<API base>`.
 *
 *   install, activate, fetch → files, shell, later, engine-events → share     message → update, flush, later     sync → flush
 *   push, notificationclick → engine-events → push → notification, flush
 *   each fetch of its own → data-meter                                        install → direct-calls
 *   pushsubscriptionchange → engine-events → push-change
 *
 * What is imported here every start of the app waits for; the rest comes by `import()` when an event asks for it.
 */
import { meterFetches } from './data-meter.ts';
import { routeCallsDirectly } from './direct-calls.ts';
import { registerEngineEvents } from './engine-events.ts';
import { registerFiles } from './files.ts';
import { registerFlush } from './flush.ts';
import { registerLater } from './later.ts';
import { registerShell } from './shell.ts';
import { registerUpdate } from './update.ts';

meterFetches();
routeCallsDirectly();
registerFiles();
registerShell();
registerLater();
registerUpdate();
registerFlush();
registerEngineEvents();
