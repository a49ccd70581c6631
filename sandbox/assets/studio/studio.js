'use strict'

// A game of the studio: plays rounds at its own address, and speaks the bridge with the site around it.
const { key, site } = document.body.dataset
const siteOrigin = new URL(site).origin
const buttons = [...document.querySelectorAll('button[data-act]')]
const faces = [...document.querySelectorAll('.face')]
const symbols = [...(document.querySelector('#symbols')?.children ?? [])]
const says = document.querySelector('#says')
const calls = document.querySelector('#calls')
let isPaused = false
let isBusy = false

const tell = (type) => window.parent.postMessage({ source: 'croupier-game', version: 1, type }, siteOrigin)

function allow() {
  for (const button of buttons) button.disabled = isPaused || isBusy
}

function show(face, value) {
  if (symbols.length > 0) face.replaceChildren(symbols[value].cloneNode(true))
  else face.querySelector('.pips').textContent = String(value + 1)
}

function log({ call, asked, status, answer }) {
  if (!calls) return
  const line = document.createElement('li')
  line.textContent = `${call}: ${asked || 'nothing'} → ${status} ${JSON.stringify(answer)}`
  calls.prepend(line)
}

async function act(name) {
  if (isBusy) return
  isBusy = true
  allow()
  const plays = name === 'play' || name === 'lost_answer' || name === 'free_spin'
  if (plays) tell('turning')
  try {
    const stake = Number(document.querySelector('#stake').value)
    const answer = await fetch(`/studio/play/${key}/acts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ act: name, stake }),
    })
    if (!answer.ok) throw new Error(String(answer.status))
    const told = await answer.json()
    told.faces.forEach((value, at) => faces[at] && show(faces[at], value))
    document.querySelector('#balance').textContent = String(told.balance)
    if (name !== 'balance') says.textContent = told.says || (told.faces.length > 0 ? (told.win > 0 ? `You win ${told.win}.` : 'No win.') : '')
    told.calls.forEach(log)
  } catch {
    says.textContent = 'The game does not answer. Please open it again.'
  } finally {
    if (plays) tell('shown')
    isBusy = false
    allow()
  }
}

for (const button of buttons) button.addEventListener('click', () => void act(button.dataset.act))
for (const button of document.querySelectorAll('button[data-tell]')) button.addEventListener('click', () => tell(button.dataset.tell))

window.addEventListener('message', ({ origin, data }) => {
  if (origin !== siteOrigin || data?.source !== 'croupier-site') return
  if (data.type === 'pause' || data.type === 'resume') {
    isPaused = data.type === 'pause'
    allow()
  }
  if (data.type === 'balance_changed' || data.type === 'balance') void act('balance')
})

tell('ready')
