import { BehaviorSubject, Subject } from 'rxjs';

/** Whether something is played or was paused: the small player, which is loaded then, stands above every screen. */
export const isPlayerShown = new BehaviorSubject(false);

/** Asks whatever plays to pause: a recording begins, and the microphone would hear it. */
export const pauseRequests = new Subject<void>();
