"""Words that change nothing of the number of a sentence on an unavailability, in English and German.

After the vocabulary of dependability (IEC 60050-192) and of functional safety (IEC 61508-4).
"""

from __future__ import annotations

_PLAIN = """
a an the this that these those it its they them their he she one ones each every any all both either which who whose
whom what such same own other another there here and or but nor so as than then if when whenever while where wherever
because since although though of in on at to by for from with without within into onto upon over under above below
between through during per via about around after before against among beside behind along across toward towards out
off up down until till is are was were be been being am has have had having does do did done can could may might will
would shall should must cannot not no never none neither nothing only also even just too very yet still however
therefore thus hence whether more most less least fewer few much many some enough rather quite almost nearly
approximately roughly exactly der die das den dem des ein eine einer einem einen eines er sie es ihr ihre ihrer ihrem
ihren ihres sein seine seiner seinem seinen seines dies diese dieser diesem diesen dieses jene jener jede jeder jedem
jeden jedes alle aller allen alles beide beiden welche welcher welchem und oder aber sondern als wie dann wenn falls
sobald sofern während wo weil da obwohl dass daß ob von im auf aus bei beim zu zum zur mit ohne für durch über unter
vor nach neben hinter zwischen um gegen bis seit je pro ab ist sind war waren wäre sei hat haben hatte habe wird
werden wurde würde worden kann können könnte darf soll muss müssen nicht kein keine keiner keinem keinen nie niemals
nur auch noch schon sehr etwa rund ungefähr genau daher damit dabei dafür mehr meist weniger mindestens höchstens
maximal minimal wenigstens
"""
"""articles, pronouns, prepositions, auxiliaries and adverbs"""
_OF_PROBABILITY = """
probability probabilities likelihood chance chances risk percent cent confidence certainty value values number figure
limit limits limited target targets bound bounded bounds threshold criterion criteria requirement requirements
required claim claimed budget allocated allocation goal objective exceed exceeds exceeded exceeding lie lies lying
amount amounts equal equals equalling reach reaches meet meets met satisfy satisfies satisfied fulfil fulfils
fulfilled fulfill fulfills comply complies compliant conform conforms achieve achieves achieved attain attains
attained ensure ensures ensured show shown demonstrate demonstrated prove proven estimate estimated estimates
calculated computed predicted assessed expected expectation given stated specified allowed allowable permitted
permissible acceptable accepted acceptably tolerable tolerably tolerated maximum minimum upper lower largest highest
smallest lowest worst best case peak most greater higher smaller less bigger larger low high small sufficiently
suitably adequately always random randomly chosen arbitrary arbitrarily particular single certain time times moment
moments instant instants point points wahrscheinlichkeit risiko prozent konfidenz sicherheit wert werte zahl grenze
grenzwert ziel zielwert anforderungswert kriterium vorgabe überschreitet überschreiten übersteigt unterschreitet
unterschreiten liegt liegen beträgt betragen erreicht erreichen erfüllt erfüllen hält halten gilt gegeben geschätzt
geschätzte berechnet berechnete vorhergesagt erwartet erwartete zulässig zulässige zulässigen zulässiger tolerierbar
tolerierbare größte kleinste höchste niedrigste obere untere größer kleiner höher niedriger geringer gering hoch
niedrig hinreichend ausreichend stets immer zeitpunkt zeit zeiten augenblick beliebig beliebige beliebigen beliebiger
beliebigem bestimmten zufälligen gegebenen jeweiligen
"""
"""of a probability, its limit, and how it stands to that"""
_OF_THE_FIELD = """
durchschnittlich overdue long-run long-term normal normally usual nominal rated ambient environmental thermal used
steht still gerade derzeit momentan currently presently availability unavailability unavailable available
unavailabilities nonavailability readiness ready failed failing fail fails failure failures faulty fault faults defect
defective down downtime uptime dead up inoperable inoperative operable operational operating operation operate
operates operated working work works worked service serviceable function functions functional functioning functionally
order action state states condition conditions mode modes status demand demands demanded request requests requested
call calls called command commands commanded need needs needed necessary asked signal signals alarm alarms emergency
emergencies accident initiating pfd pfdavg pfds average averaged averages mean means instantaneous steady stationary
asymptotic limiting intrinsic inherent achieved technical total overall combined joint resulting residual remaining
partial complete dangerous dangerously safe safely safety safe-state detected undetected revealed unrevealed hidden
latent dormant covert overt random systematic independent dependent common cause spurious critical hazardous relevant
respond responds response react reacts reaction start starts started starting open opens close closes closed shut
deliver delivers switch switches release releases brake brakes engage engages actuate actuates run runs isolate
isolates activate activates activated act acts perform performs performed performance refuse refuses find found
finding lost loss unable able stop stopped trip tripped succeed succeeds succeeded success successful successfully
correct correctly proper properly reliable reliably intended fully comes sounds cases operator presses button test
tests tested testing proof interval intervals inspection inspections inspected check checks checked maintenance
maintained repair repairs repaired repairable restored restoration calibration calibrated serviced replaced overhauled
overhaul monitored supervised diagnostic diagnostics coverage redundant redundancy standby stand-by spare duplicated
system systems subsystem subsystems channel channels component components unit units part parts equipment device
devices item items assembly element elements loop loops train trains installation plant machine instrumented
protection protective protective-function barrier barriers layer layers hardware software integrity level levels sil
low-demand design designed configuration architecture iec iso en din vdi vde ieee ansi isa api nist nasa nrc iaea
stanag mil-std mil-hdbk standard standards according accordance table clause annex definition defined sense meaning
figure equation formula model modelled computed tree top event fraction share proportion percentage verfügbarkeit
unverfügbarkeit nichtverfügbarkeit verfügbar unverfügbar bereit betriebsbereit einsatzbereit funktionsfähig
betriebsfähig ausgefallen defekt gestört ausfall ausfälle fällt fallen ausfällt aus versagt versagen versagens
ausfallwahrscheinlichkeit versagenswahrscheinlichkeit ausfallzeit stillstandszeit totzeit ausfallanteil betrieb außer
zustand zustände anforderung anforderungen anforderungsfall bedarf bedarfsfall abruf abrufe notfall fall fälle fällen
gefordert angefordert gebraucht benötigt nötig erforderlich mittel durchschnitt mittlere mittlerer mittleren mittlerem
zeitlich zeitlichen zeitlicher durchschnittliche durchschnittlicher durchschnittlichen gemittelt gemittelte momentane
momentaner stationäre stationärer gefährlich gefährliche gefährlicher gefährlichen sicher sichere sicheren unentdeckt
unentdeckte unentdeckten unerkannt unerkannte entdeckt erkannt verborgen verborgene latente schlafende öffnet schließt
startet stoppt hält fördert reagiert spricht schaltet löst bremst arbeitet funktioniert läuft anspricht auslöst
gelingt ordnungsgemäß korrekt richtig zuverlässig vollständig prüfung prüfungen prüfintervall geprüft getestet
gewartet wartung instandsetzung instandgesetzt reparatur repariert inspektion wiederholungsprüfung funktionsprüfung
redundante redundanz bereitschaft ersatz teilsystem kanal kanäle bauteil bauteile komponente komponenten einheit
einheiten anlage gerät geräte einrichtung sicherheitsfunktion schutzfunktion schutzeinrichtung schutzsystem norm
normen nach gemäß entsprechend tabelle abschnitt anhang anteil ausfalls springt kommt niedriger anforderungsrate
betriebsart niederfrequent niedrig
"""
"""of reliability engineering: states, demands, tests, parts, standards"""
CHANGES_NOTHING = frozenset(f"{_PLAIN}{_OF_PROBABILITY}{_OF_THE_FIELD}".casefold().split())
