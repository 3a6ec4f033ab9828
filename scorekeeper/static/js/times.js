// Shows times in the phone's time zone and format; without this script they are in the server's.

const own = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const ownWithDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

// A day as 2026-11-20, to compare it with the day in the server's time zone.
export function dayOf(moment) {
  const part = (number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`;
}

for (const time of document.querySelectorAll("time[data-day]")) {
  const moment = new Date(time.dateTime);
  time.textContent = (dayOf(moment) === time.dataset.day ? own : ownWithDay).format(moment);
}
for (const zone of document.querySelectorAll("[data-zone]")) zone.hidden = true;
